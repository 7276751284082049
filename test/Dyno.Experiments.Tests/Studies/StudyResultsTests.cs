namespace Dyno.Experiments.Tests;

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
    public void A_result_of_an_experiment_that_was_changed_since_says_so()
    {
        var experiment = _study.Experiments[0];
        var comparison = Trials.Comparison(6, 1.10);
        var kept = comparison with { Experiment = comparison.Experiment with { Text = File.ReadAllText(experiment.File) } };
        Measured(kept).ShouldEndWith("Linux; healthy");
        File.AppendAllText(experiment.File, "\nrounds: 7\n");
        Measured(kept).ShouldEndWith("Linux; healthy; the experiment has been changed since");

        string Measured(Comparison result)
        {
            var results = new StudyResults(_study, _study.Claims);
            results.Add(experiment, result);
            return results.Record().Measurements.Single();
        }
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
        results.Keep(_study.Experiments[0]).ShouldBe([Path.Combine(_folder.Study, "results", "main.json")]);
        StudyResults.Kept(_study).Record().Claims.ShouldBe(results.Record().Claims);
        var kept = ComparisonJson.Read(File.ReadAllText(_study.ResultFile(_study.Experiments[0])), "main.json");
        kept.Experiment.Source.ShouldBe("experiment.yaml", "a result is read on other machines");
    }

    [Fact]
    public void Runs_of_single_claims_are_kept_beside_each_other_and_their_trials_never_paired()
    {
        var onlyB = Trials.Comparison(6, 1.10);
        var onlyA = onlyB with { StartedAt = onlyB.StartedAt.AddHours(1), Trials = [.. onlyB.Trials.Where(t => t.Variant == "a")] };
        Keep(onlyB);
        Keep(onlyA).ShouldBe([Path.Combine(_folder.Study, "results", "main.2.json")]);

        var record = StudyResults.Kept(_study).Record();
        record.Claims[0].Outcome.ShouldBe(ClaimOutcome.Holds, "a and b of one run");
        record.Claims[2].Outcome.ShouldBe(ClaimOutcome.Holds, "of the later run");
        record.Measurements.Length.ShouldBe(2);

        var both = onlyB with { StartedAt = onlyB.StartedAt.AddHours(2) };
        Keep(both).ShouldBe([Path.Combine(_folder.Study, "results", "main.json")]);
        Directory.GetFiles(Path.Combine(_folder.Study, "results")).Length.ShouldBe(1, "nothing needs the first two any more");
    }

    [Fact]
    public void A_claim_of_which_no_variant_was_measured_was_not_run()
    {
        var onlyA = Trials.Comparison(6, 1.10);
        Keep(onlyA with { Trials = [.. onlyA.Trials.Where(t => t.Variant == "a")] });
        StudyResults.Kept(_study).Record().Claims.Select(c => c.Outcome).ShouldBe(
            [ClaimOutcome.NotRun, ClaimOutcome.NotRun, ClaimOutcome.Holds, ClaimOutcome.CannotBeJudged]);
    }

    [Fact]
    public void A_void_run_does_not_replace_a_good_one()
    {
        var good = Trials.Comparison(6, 1.10);
        Keep(good);
        Keep(Trials.Comparison(6, 1.50, HealthState.Void) with { StartedAt = good.StartedAt.AddHours(1) }).ShouldBeEmpty();
        StudyResults.Kept(_study).Record().Claims[0].Outcome.ShouldBe(ClaimOutcome.Holds);
    }

    [Fact]
    public void A_variant_that_was_left_out_says_why()
    {
        var result = Trials.Comparison(6, 1.10);
        Keep(result with { Trials = [.. result.Trials.Where(t => t.Variant == "a")], Skipped = [new SkippedVariant("b", "its runtime does not restore")] });
        var claim = StudyResults.Kept(_study).Record().Claims[0];
        claim.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        claim.Why.ShouldBe("b was left out: its runtime does not restore");
    }

    [Fact]
    public void Seconds_are_kept_of_the_trial_in_the_middle_only()
    {
        var result = Trials.Comparison(5, 1.10);
        var seconds = new TrialSeries([new TrialPoint { Seconds = 1, Rate = 100 }, new TrialPoint { Seconds = 2, Rate = 90 }]);
        Keep(result with { Trials = [.. result.Trials.Select(t => t with { Series = seconds })] });
        var kept = ComparisonJson.Read(File.ReadAllText(_study.ResultFile(_study.Experiments[0])), "main.json");
        kept.Trials.Where(t => t.Series is not null).Select(t => t.Variant).Order().ShouldBe(["a", "b"]);
    }

    private ImmutableArray<string> Keep(Comparison comparison)
    {
        var results = new StudyResults(_study, _study.Claims);
        results.Add(_study.Experiments[0], comparison);
        return results.Keep(_study.Experiments[0]);
    }

    [Fact]
    public void A_kept_result_that_cannot_be_read_is_named()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Study, "results"));
        File.WriteAllText(Path.Combine(_folder.Study, "results", "main.json"), "{\"schemaVersion\": 0}");
        Should.Throw<UserFault>(() => StudyResults.Kept(_study)).Message.ShouldContain("main.json");
    }
}
