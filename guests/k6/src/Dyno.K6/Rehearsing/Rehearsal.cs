using System.Runtime;

namespace Dyno.K6;

/// <summary>
/// Prepares a run with many starts a second: users of a small script of Dyno's own send requests to a peer in this process, so that the
/// engine and .NET have compiled the code that the first second of the run needs. Nothing of this is counted, the target sees nothing of
/// it, and no line of the user's script runs.
/// </summary>
internal sealed class Rehearsal(ScriptFiles files, EngineClock clock)
{
    private const int Users = 40; // of all loops together: .NET counts the calls of all threads
    private const int LeastUsers = 4; // of each loop
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(2500);

    /// <summary>Each round has new users, so that what a user does only once, such as connecting, is rehearsed once for each user of each round.</summary>
    private static readonly TimeSpan Round = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The rehearsal ends after this time without a new method. On one processor .NET waits 0.1 s without a new method before it compiles
    /// often used ones anew, and it does so more than once.
    /// </summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    /// <summary>Rehearses in every loop at once, until nothing more is compiled, at most for 2.5 s.</summary>
    /// <returns>How many iterations were made.</returns>
    public async Task<long> RunAsync(ImmutableArray<DenseLoop> loops, CancellationToken cancellationToken)
    {
        using var peer = new RehearsalPeer();
        var until = clock.NowNanos + Longest.TotalNanoseconds;
        var (made, compiled, quietSince) = (0L, 0L, clock.NowNanos);
        while (clock.NowNanos < Math.Min(until, quietSince + Quiet.TotalNanoseconds) && !cancellationToken.IsCancellationRequested)
        {
            made += await RunRoundAsync(loops, peer.Url, cancellationToken);
            var now = JitInfo.GetCompiledMethodCount();
            if (now > compiled) (compiled, quietSince) = (now, clock.NowNanos);
        }
        foreach (var loop in loops) await loop.DoAsync(loop.Machine.Vm.CollectGarbage);
        return made;
    }

    private async Task<long> RunRoundAsync(ImmutableArray<DenseLoop> loops, Uri url, CancellationToken cancellationToken)
    {
        var signals = new RunSignals();
        await using var stop = cancellationToken.Register(signals.Abort);
        var count = Math.Max(LeastUsers, Users / loops.Length);
        var runs = loops.Select(RunOf).ToArray();
        try
        {
            await Task.WhenAll(runs.Select(r => r.Loop.DoAsync(() => r.Users.Fill(count)))); // no part of the round: a busy machine takes longer
            var running = Task.WhenAll(runs.Select(r => r.Loop.RunPhaseAsync(PhaseOf(r.Loop, r.Run, r.Users, count, signals))));
            await Task.WhenAny(running, Task.Delay(Round, clock.Provider, CancellationToken.None));
            signals.Stop();
            await running;
        }
        finally
        {
            await Task.WhenAll(runs.Select(r => r.Loop.DoAsync(r.Users.Dispose)));
        }
        return runs.Sum(r => r.Run.Progress.Completed);

        (DenseLoop Loop, ScriptRun Run, DenseUsers Users) RunOf(DenseLoop loop)
        {
            var run = NewRun(url, signals);
            return (loop, run, new DenseUsers(loop, run));
        }
    }

    private static DensePhase PhaseOf(DenseLoop loop, ScriptRun run, DenseUsers users, int count, RunSignals signals)
    {
        // A closed loop: between the starts of an open one, a loop would poll and take the only processor away from the peer.
        var executor = new ConstantVus { VirtualUsers = count, Duration = Round * 20 };
        var recorder = new Recorder(1, 2, isOpen: false, []);
        var start = loop.Clock.NowNanos;
        var phase = new WorkerPhase
        {
            Scheduler = new IterationScheduler(executor.CreatePacers(ExecutionSegment.Whole, 1, 0)[0], recorder, signals, start),
            Recorder = recorder,
            Activity = new WorkerActivity(),
            Signals = signals,
            CutNanos = start + (long)(Round * 20).TotalNanoseconds,
        };
        var activation = new ScenarioActivation
        {
            Scenario = "default",
            Executor = executor.Name,
            Function = "default",
            Tags = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal).Add("scenario", "default").Add("group", ""),
            SystemTags = HttpRunOptions.DefaultSystemTags,
            StartNanos = start,
        };
        return new DensePhase(loop, users, phase, activation, run.Metrics.CreateLane(), count);
    }

    private ScriptRun NewRun(Uri url, RunSignals signals)
    {
        var run = new ScriptRun
        {
            Files = files,
            Clock = clock,
            Signals = signals,
            Log = new ScriptLog(null, LogFormat.Raw, isVerbose: false, clock.Provider),
            Variables = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal).Add("URL", url.AbsoluteUri),
            Http = new HttpRunOptions { Network = new WireNetwork(new HttpOptions(), clock), UserAgent = "Dyno" },
        };
        run.Metrics.Settle();
        return run;
    }
}
