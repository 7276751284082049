namespace Dyno.Load;

/// <summary>All worker threads of a run. They live through all phases, so that their connections stay open.</summary>
internal sealed class WorkerFleet : IAsyncDisposable
{
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(5);

    private WorkerFleet(EngineClock clock, ImmutableArray<ScenarioThreads> scenarios)
    {
        Clock = clock;
        Scenarios = scenarios;
    }

    public EngineClock Clock { get; }

    public ImmutableArray<ScenarioThreads> Scenarios { get; }

    private IEnumerable<WorkerThread> Threads => Scenarios.SelectMany(s => s.Threads);

    /// <summary>A fleet without workers, for a run that does not begin.</summary>
    public static WorkerFleet Nobody(EngineClock clock) => new(clock, []);

    /// <summary>Starts every thread and waits until every worker is built.</summary>
    /// <exception cref="UserFault">A worker could not be built.</exception>
    public static async Task<WorkerFleet> CreateAsync(TestPlan plan, EngineClock clock)
    {
        var fleet = new WorkerFleet(clock, [.. plan.Scenarios.Select((s, i) => ScenarioThreads.Create(plan, s, i, clock))]);
        try
        {
            await Task.WhenAll(fleet.Threads.Select(t => t.Created));
            return fleet;
        }
        catch
        {
            await fleet.DisposeAsync();
            throw;
        }
    }

    /// <summary>Lets every thread dispose of its worker. A worker that hangs is left behind: its thread ends with the process.</summary>
    public async ValueTask DisposeAsync()
    {
        var ended = Task.WhenAll(Threads.Select(t => t.EndAsync()));
        await Task.WhenAny(ended, Task.Delay(EndPatience, TimeProvider.System, CancellationToken.None));
        if (!ended.IsCompleted) return;
        foreach (var thread in Threads) thread.Dispose();
    }
}

internal sealed record ScenarioThreads(ScenarioPlan Plan, ImmutableArray<WorkerThread> Threads)
{
    /// <summary>Creates at most as many workers as virtual users, because a worker without a virtual user could only drop its starts.</summary>
    public static ScenarioThreads Create(TestPlan plan, ScenarioPlan scenario, int index, EngineClock clock)
    {
        var workers = Math.Clamp(scenario.Executor.VirtualUsersIn(plan.SegmentOf(scenario)), 1, Math.Max(1, plan.Workers));
        var seed = plan.SeedOf(index);
        var pacers = scenario.Executor.CreatePacers(plan.Segment, workers, seed);
        WorkerContext ContextOf(Pacer pacer, int worker) => new()
        {
            Clock = clock,
            Index = worker,
            Count = workers,
            Scenario = scenario.Name,
            MaxVirtualUsers = pacer.MaxVirtualUsers,
            PreAllocatedVirtualUsers = pacer.PreAllocatedVirtualUsers,
            WaitStrategy = plan.WaitStrategy,
            Seed = unchecked(seed + worker * 0x632BE5AB),
        };
        return new ScenarioThreads(scenario,
            [.. pacers.Select((pacer, w) => new WorkerThread(scenario.Workload, ContextOf(pacer, w)))]);
    }
}
