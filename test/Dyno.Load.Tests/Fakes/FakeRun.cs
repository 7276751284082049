namespace Dyno.Load.Tests;

/// <summary>Runs an executor against a fake server in no time.</summary>
internal sealed class FakeRun
{
    public FakeClock Clock { get; } = new();

    public SnapshotList Snapshots { get; } = new();

    public static TestPlan Plan(ExecutorPlan executor, IWorkload workload) => new()
    {
        Name = "test",
        InputKind = "url",
        Source = "http://h/",
        Seed = 42,
        Scenarios = [new ScenarioPlan { Name = "default", Executor = executor, Workload = workload }],
    };

    public RunnerOptions Options() => new() { Time = Clock, Machine = new FakeMachine(), Listeners = [Snapshots] };

    public async Task<RunResult> RunAsync(TestPlan plan, RunnerOptions? options = null) =>
        await Runner.RunAsync(plan, options ?? Options()).WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);

    public Task<RunResult> RunAsync(ExecutorPlan executor, FakeWorkload? workload = null) =>
        RunAsync(Plan(executor, workload ?? new FakeWorkload(Clock)));

    public static ImmutableArray<ScenarioPlan> Scenarios(params ReadOnlySpan<ScenarioPlan> scenarios) => [.. scenarios];
}
