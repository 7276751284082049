namespace Dyno.K6;

/// <summary>The dense users of a run: several loops, each with its share of the users. Thread-safe.</summary>
/// <param name="loops">Number of loops; see <see cref="LoopsFor"/>.</param>
internal sealed class DensePool(ScriptRun run, int loops) : IUserPool
{
    private const int MostLoops = 64;
    private const int LeastUsers = 25; // of each loop
    private const double MostStarts = 20_000; // starts a second of each loop: a fifth of what a loop can do where an iteration is one request
    private const int MostSpare = 256; // users made beyond those that the options plan; 50 KB each

    /// <summary>The loops, started.</summary>
    public ImmutableArray<DenseLoop> Loops { get; } =
        [.. Enumerable.Range(0, loops).Select(i => new DenseLoop(run, i, WaitStrategy.Hybrid))];

    public VuLayout Layout => VuLayout.Dense;

    public int Workers => Loops.Length;

    public IWorkload WorkloadOf(int plannedUsers, ScenarioActivation activation) => new DenseWorkload(run, this, plannedUsers, activation);

    /// <summary>
    /// The number of loops: one for each processor, or fewer where starts are due at a rate and users are few. Such starts are dealt out to
    /// the loops beforehand, and a loop without a free user cannot borrow a user from another loop.
    /// </summary>
    public static int LoopsFor(K6Options options)
    {
        var processors = Math.Clamp(Environment.ProcessorCount, 1, MostLoops);
        var starts = StartRate.Highest(options);
        if (starts == 0) return processors;
        var needed = Math.Max(PlannedUsers.MostOf(options) / LeastUsers, (int)Math.Ceiling(starts / MostStarts));
        return Math.Clamp(needed, 1, processors);
    }

    /// <summary>Creates users until the loops have as many as asked for.</summary>
    /// <exception cref="JavaScript.ScriptException">The init stage threw.</exception>
    public Task FillAsync(int count, CancellationToken cancellationToken) =>
        OnEachAsync(count, (users, share) => users.Fill(share)).WaitAsync(cancellationToken);

    public async Task RehearseAsync(int planned, int most, Rehearsal rehearsal, CancellationToken cancellationToken)
    {
        await OnEachAsync(Math.Min(most, planned + MostSpare), (users, share) => users.FillSpare(share)).WaitAsync(cancellationToken);
        try
        {
            var iterations = await rehearsal.RunAsync(Loops, cancellationToken);
            run.Log.Write("debug", $"rehearsed {iterations} iterations");
        }
        catch (Exception e) when (e is System.Net.Sockets.SocketException or JavaScript.ScriptException)
        {
            run.Log.Write("debug", $"could not rehearse: {e.Message}"); // the only effect: the first second drops more starts
        }
    }

    public void Dispose()
    {
        foreach (var loop in Loops) loop.Dispose();
    }

    private Task OnEachAsync(int count, Action<DenseUsers, int> work) => Task.WhenAll(
        Loops.Select((loop, i) => loop.DoAsync(() => work(loop.Users, count / Loops.Length + (i < count % Loops.Length ? 1 : 0)))));
}
