using System.Collections.Immutable;
using Dyno.K6.Rehearsing;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.K6.Running;

/// <summary>A function of a script as the work of a scenario, for many users on few threads.</summary>
internal sealed class DenseWorkload(ScriptRun run, DensePool pool, int plannedUsers, ScenarioActivation activation) : IWorkload
{
    private readonly ScriptSteps _steps = new(run);

    public string Driver => "script";

    public ImmutableArray<StepRecord> Steps => _steps.Steps;

    public bool SharesSteps => true;

    public ImmutableArray<string> Checks => _steps.Checks;

    public ImmutableArray<string> NegotiatedProtocols => _steps.NegotiatedProtocols;

    public Task PrepareAsync(CancellationToken cancellationToken) => run.MakeUsersAsync(pool.FillAsync(plannedUsers, cancellationToken));

    public IWorker CreateWorker(WorkerContext context) => new Worker(run, pool.Loops[context.Index % pool.Loops.Length], activation, context);

    private sealed class Worker(ScriptRun run, DenseLoop loop, ScenarioActivation activation, WorkerContext context) : IWorker
    {
        private readonly Recording.SampleLane _lane = run.Metrics.CreateLane();

        public void Run(WorkerPhase phase)
        {
            activation.Begin(phase, context.Clock);
            loop.RunPhase(new DensePhase(loop, loop.Users, phase, activation, _lane, context.MaxVirtualUsers));
        }

        public void Dispose()
        {
            // The loop is the pool's.
        }
    }
}

/// <summary>The loops of a run: one per processor, each with its share of the users. Thread-safe.</summary>
internal sealed class DensePool(ScriptRun run, int loops, WaitStrategy strategy) : IDisposable
{
    private const int MostSpare = 256; // users that are made ready beyond those that the options plan, 50 KB each

    /// <summary>The loops, started.</summary>
    public ImmutableArray<DenseLoop> Loops { get; } = [.. Enumerable.Range(0, loops).Select(i => new DenseLoop(run, i, strategy))];

    /// <summary>Creates users until there are so many.</summary>
    /// <exception cref="JavaScript.ScriptException">The init stage threw.</exception>
    public Task FillAsync(int count, CancellationToken cancellationToken) =>
        OnEachAsync(count, (users, share) => users.Fill(share)).WaitAsync(cancellationToken);

    /// <summary>
    /// Gets ready for many starts a second: those users are made that may become necessary, and what cold code would hold up
    /// is rehearsed.
    /// </summary>
    /// <param name="planned">Users that are there.</param>
    /// <param name="most">Users that may become necessary.</param>
    /// <param name="rehearsal">What to rehearse.</param>
    /// <param name="cancellationToken">Ends it early.</param>
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
            run.Log.Write("debug", $"could not rehearse: {e.Message}"); // the first second drops more starts, that is all
        }
    }

    public void Dispose()
    {
        foreach (var loop in Loops) loop.Dispose();
    }
    private Task OnEachAsync(int count, Action<DenseUsers, int> work) => Task.WhenAll(
        Loops.Select((loop, i) => loop.DoAsync(() => work(loop.Users, count / Loops.Length + (i < count % Loops.Length ? 1 : 0)))));
}
