using System.Collections.Immutable;
using Dyno.K6.Rehearsing;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Load.Plans;

namespace Dyno.K6.Running;

/// <summary>The dense users of a run: one loop per processor, each with its share of them. Thread-safe.</summary>
internal sealed class DensePool(ScriptRun run) : IUserPool
{
    private const int MostSpare = 256; // users that are made ready beyond those that the options plan, 50 KB each

    /// <summary>The loops, started.</summary>
    public ImmutableArray<DenseLoop> Loops { get; } =
        [.. Enumerable.Range(0, Math.Clamp(Environment.ProcessorCount, 1, 64)).Select(i => new DenseLoop(run, i, WaitStrategy.Hybrid))];

    public VuLayout Layout => VuLayout.Dense;

    public int Workers => Loops.Length;

    public IWorkload WorkloadOf(int plannedUsers, ScenarioActivation activation) => new DenseWorkload(run, this, plannedUsers, activation);

    /// <summary>Creates users until there are so many.</summary>
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
