namespace Dyno.K6;

/// <summary>
/// The virtual users of a run. As in k6, a user belongs to no scenario: a free user works for any scenario that needs one, and keeps its
/// machine, its counters and its connections. Thread-safe.
/// </summary>
internal sealed class IsolatedPool(ScriptRun run) : IUserPool
{
    private readonly Lock _gate = new();
    private readonly Queue<VirtualUserThread> _free = new();
    private readonly List<VirtualUserThread> _all = [];

    public VuLayout Layout => VuLayout.Isolated;

    public int Workers { get; } = Math.Clamp(Environment.ProcessorCount / 4, 1, 8);

    /// <summary>Processors that the users can keep busy all at once; at least 1.</summary>
    public int BusyProcessors
    {
        get
        {
            lock (_gate) return Math.Clamp(_all.Count, 1, Environment.ProcessorCount);
        }
    }

    public IWorkload WorkloadOf(int plannedUsers, ScenarioActivation activation) => new IsolatedWorkload(run, this, plannedUsers, activation);

    /// <summary>Does nothing: each user has its own machine, and code compiled for one machine helps no other.</summary>
    public Task RehearseAsync(int planned, int most, Rehearsal rehearsal, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Creates users until the pool has as many as asked for, as many at a time as there are processors.</summary>
    /// <exception cref="JavaScript.ScriptException">The init stage threw.</exception>
    public async Task FillAsync(int count, CancellationToken cancellationToken)
    {
        var turn = new SemaphoreSlim(Environment.ProcessorCount);
        var created = new List<VirtualUserThread>();
        while (_all.Count + created.Count < count) created.Add(new VirtualUserThread(run, run.NextUser(), turn));
        foreach (var user in created)
        {
            await user.Loaded.WaitAsync(cancellationToken);
            lock (_gate)
            {
                _all.Add(user);
                _free.Enqueue(user);
            }
        }
    }

    /// <summary>A free user; null when there is none.</summary>
    public VirtualUserThread? TryRent()
    {
        lock (_gate) return _free.TryDequeue(out var user) ? user : null;
    }

    /// <summary>A free user, or a new one, for which the caller waits.</summary>
    public VirtualUserThread Rent()
    {
        if (TryRent() is { } free) return free;
        var user = new VirtualUserThread(run, run.NextUser());
        user.Loaded.GetAwaiter().GetResult(); // a worker's thread, which has nothing else to do
        lock (_gate) _all.Add(user);
        return user;
    }

    public void GiveBack(VirtualUserThread user)
    {
        lock (_gate) _free.Enqueue(user);
    }

    public void Dispose()
    {
        lock (_gate)
        {
            foreach (var user in _all) user.Dispose();
            _all.Clear();
        }
    }
}
