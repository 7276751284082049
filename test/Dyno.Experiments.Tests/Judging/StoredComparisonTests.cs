using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Experiments.Tests.Judging;

public sealed class StoredComparisonTests
{
    private static readonly RunResult Sample =
        ResultFile.Read(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"))
            with
        { Outcome = RunOutcome.Completed, OutcomeReason = null };

    [Theory]
    [InlineData(RunOutcome.Failed, "setup() failed", "new failed (setup() failed): its figures may be those of a part of the load.")]
    [InlineData(RunOutcome.Failed, "exec.test.fail() was called", "new failed (exec.test.fail() was called): its figures may be those of a part of the load.")]
    [InlineData(RunOutcome.Interrupted, null, "new was interrupted: its figures are those of a part of the load.")]
    [InlineData(RunOutcome.Aborted, "aborted by the user", "new was aborted (aborted by the user): its figures are those of a part of the load.")]
    [InlineData(RunOutcome.ThresholdAborted, null, "new was ended by a threshold: its figures are those of a part of the load.")]
    public void Says_of_a_run_that_it_did_not_come_to_its_end(RunOutcome outcome, string? reason, string message)
    {
        var finding = Findings(Sample, Sample with { Outcome = outcome, OutcomeReason = reason }).Single(f => f.Rule == "unfinished-run");
        (finding.State, finding.Message).ShouldBe((HealthState.Strained, message));
    }

    [Fact]
    public void Says_nothing_of_the_end_of_runs_that_came_to_it() => Findings(Sample, Sample).ShouldNotContain(f => f.Rule == "unfinished-run");

    [Fact]
    public void Runs_that_sent_no_request_have_nothing_to_compare()
    {
        var silent = Sample with { Measured = Sample.Measured with { Totals = Sample.Measured.Totals with { Requests = 0, FailedRequests = 0 } } };
        silent = silent with { Plan = Sent("k6", "z").Plan with { Model = LoadModel.Closed } };
        var comparison = StoredComparison.Of([("old", silent), ("new", silent)]);

        comparison.Health.State.ShouldBe(HealthState.Void);
        comparison.Health.Findings[0].Rule.ShouldBe("nothing-measured");
    }

    [Fact]
    public void One_script_against_two_servers_is_one_load_in_whatever_order_its_requests_were_found()
    {
        var one = Sent("k6", "http://127.0.0.1:8931/ok", "http://127.0.0.1:8931/slow");
        Findings(one, Sent("k6", "http://127.0.0.1:8932/slow", "http://127.0.0.1:8932/ok")).ShouldNotContain(f => f.Rule == "other-load");
        Findings(one, Sent("k6", "http://127.0.0.1:8932/ok")).ShouldContain(f => f.Rule == "other-load");
    }

    private static RunResult Sent(string kind, params string[] names) => Sample with
    {
        Plan = Sample.Plan with
        {
            InputKind = kind,
            Scenarios = [Sample.Plan.Scenarios[0] with { Steps = [.. names.Select(name => new StepRecord { Name = name })] }],
        },
    };

    private static ImmutableArray<HealthFinding> Findings(RunResult one, RunResult other) => StoredComparison.Of([("old", one), ("new", other)]).Health.Findings;
}
