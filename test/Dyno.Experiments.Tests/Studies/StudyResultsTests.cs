using Dyno.Experiments.Studies;
using Dyno.Results;
using Dyno.Results.Json;
using Dyno.Results.Studies;

namespace Dyno.Experiments.Tests.Studies;

public sealed class StudyResultsTests : IDisposable
{
    private readonly StudyFolder _folder = new();
    private readonly Study _study;

    public StudyResultsTests() => _study = new StudyCatalogue(_folder.Root).Get("speed");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_run_that_was_cut_shows_what_it_judged_and_names_the_rest()
    {
        var results = new StudyResults(_study, _study.Claims);
        results.Add(_study.Experiments[0], Trials.Comparison(6, 1.10));
        var record = results.Record();
        record.Claims.Select(c => c.Outcome).ShouldBe(
            [ClaimOutcome.Holds, ClaimOutcome.NotRun, ClaimOutcome.Holds, ClaimOutcome.CannotBeJudged]);
        record.Measurements.Single().ShouldBe("main: 6 rounds on 2026-01-01, a CPU, 2 CPUs, Linux; healthy");
    }

    [Fact]
    public void What_cannot_be_run_leaves_its_claims_unjudged_and_the_others_judged()
    {
        var results = new StudyResults(_study, _study.Claims);
        results.Add(_study.Experiments[0], Trials.Comparison(6, 1.10));
        results.Miss(_study.Experiments[1], "PostgreSQL is not installed");
        var record = results.Record();
        record.Claims[0].Outcome.ShouldBe(ClaimOutcome.Holds);
        record.Claims[1].Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        record.Claims[1].Why.ShouldBe("PostgreSQL is not installed");
    }

    [Fact]
    public void Kept_results_are_judged_again_as_they_were()
    {
        var results = new StudyResults(_study, _study.Claims);
        results.Add(_study.Experiments[0], Trials.Comparison(6, 1.10));
        results.Keep().ShouldBe([Path.Combine(_folder.Study, "results", "main.json")]);
        StudyResults.Kept(_study).Record().Claims.ShouldBe(results.Record().Claims);
        var kept = ComparisonJson.Read(File.ReadAllText(_study.ResultFile(_study.Experiments[0])), "main.json");
        kept.Experiment.Source.ShouldBe("experiment.yaml", "a result is read on other machines");
    }

    [Fact]
    public void A_kept_result_that_cannot_be_read_is_named()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Study, "results"));
        File.WriteAllText(Path.Combine(_folder.Study, "results", "main.json"), "{\"schemaVersion\": 0}");
        Should.Throw<ResultException>(() => StudyResults.Kept(_study)).Message.ShouldContain("main.json");
    }
}
