namespace Dyno.Fleet;

/// <summary>
/// Watches the agents of a run from the start until the last agent has ended. It passes on merged snapshots, stop and abort, renews leases,
/// judges thresholds, and names the agents that stand still or are lost.
/// </summary>
internal sealed class FleetWatch(FleetOptions options, List<FleetAgent> agents, FleetCommands commands, TimeProvider time, RunSignals signals,
    ImmutableArray<IRunListener> listeners, IServerProbe? server, CancellationToken gone)
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Renewal = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Straggles = TimeSpan.FromMilliseconds(700); // another agent's snapshot of the same second may be this much later
    private static readonly TimeSpan StandsStill = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan LostAfterLease = TimeSpan.FromSeconds(5);
    private readonly Lock _lock = new();
    private readonly EngineClock _clock = new(time);
    private long _renewedNanos;
    private long _judgedNanos;
    private long _startNanos;
    private bool _watchesServer;
    private bool _stopSent;
    private bool _abortSent;

    /// <summary>What is known about the end of the run.</summary>
    public FleetEnding Ending { get; private set; } = new();

    /// <summary>Takes the agents' reports until the subscription ends.</summary>
    public async Task HearAsync(IAsyncEnumerable<(ShareReport Message, string Subject, string? ReplyTo)> reports)
    {
        try
        {
            await foreach (var (report, subject, _) in reports)
            {
                FleetAgent? agent;
                lock (_lock)
                {
                    agent = agents.Find(known => subject.EndsWith('.' + known.Name, StringComparison.Ordinal));
                    if (agent?.Hear(report, _clock.NowNanos) != true) continue;
                }
                if (report is { Kind: ShareReportKind.Warning, Text: { } text }) options.Warn($"agent {agent.Name}: {text}");
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    /// <summary>Starts all agents, and watches until the last has ended.</summary>
    public async Task RunAsync(long startNanos)
    {
        (_startNanos, _judgedNanos) = (startNanos, startNanos);
        await commands.StartAsync(agents, startNanos);
        while (agents.Exists(agent => !agent.IsOver))
        {
            await Task.Delay(Tick, time);
            await RenewAsync();
            await FollowSignalsAsync();
            FindLost();
            BeginToWatch();
            if (NextSnapshot() is { } snapshot) Send(snapshot);
            Judge();
        }
        FindLost(); // the very last report may be that a share failed
        if (NextSnapshot(isLast: true) is { } last) Send(last);
        var requests = agents.Sum(agent => agent.Latest?.Requests ?? 0);
        if (server is not null && _watchesServer) Ending = Ending with { Server = await server.EndAsync(requests) };
    }

    /// <summary>Renews the leases when a renewal is due.</summary>
    public async Task RenewAsync()
    {
        var now = _clock.NowNanos;
        if (now - _renewedNanos < Renewal.Ticks * 100) return;
        _renewedNanos = now;
        await commands.SendAsync(agents.Where(agent => !agent.IsOver), ShareCommandKind.Lease);
    }

    /// <summary>Aborts the shares of all agents that have not ended.</summary>
    public Task AbortAsync() => commands.SendAsync(agents.Where(agent => !agent.IsOver), ShareCommandKind.Abort);

    // The server is watched while the load is measured, and not while it is warmed up.
    private void BeginToWatch()
    {
        if (server is null || _watchesServer) return;
        lock (_lock)
            _watchesServer = options.WarmUp is { } warmUp
                ? _clock.NowNanos >= _startNanos + warmUp.Ticks * 100
                : agents.Exists(agent => agent.Latest is { Recording: RunPhase.Measure, Phase: not RunPhase.WarmUp });
        if (_watchesServer) server.Begin();
    }

    private async Task FollowSignalsAsync()
    {
        if (signals.IsStopping && !_stopSent)
        {
            _stopSent = true;
            await commands.SendAsync(agents.Where(agent => !agent.IsOver), ShareCommandKind.Stop);
        }
        if (!signals.IsAborting || _abortSent) return;
        _abortSent = true;
        await AbortAsync();
    }

    private void FindLost()
    {
        lock (_lock)
        {
            var now = _clock.NowNanos;
            foreach (var agent in agents.Where(agent => !agent.IsOver))
            {
                if (gone.IsCancellationRequested) { Lose(agent, "the NATS server has been out of reach for longer than the lease"); continue; }
                var silent = TimeSpan.FromTicks((now - Math.Max(agent.HeardNanos, Math.Min(_startNanos, now))) / 100);
                var still = TimeSpan.FromTicks((now - Math.Max(agent.ProgressNanos, Math.Min(_startNanos, now))) / 100);
                if (silent > options.Lease + LostAfterLease || still > 2 * (options.Lease + LostAfterLease)) Lose(agent, WhyLost(silent > StandsStill));
                else if (still > StandsStill && (!agent.IsTold || (silent > StandsStill && !agent.IsToldSilent))) Tell(agent, silent > StandsStill);
                else if (still < StandsStill && agent.IsTold) IsBack(agent);
            }
            foreach (var agent in agents.Where(agent => agent.State == FleetAgentState.Failed && !agent.IsToldLost)) Lost(agent, agent.Why ?? "it failed");
        }
    }

    private void Tell(FleetAgent agent, bool isSilent)
    {
        (agent.IsTold, agent.IsToldSilent) = (true, isSilent);
        options.Warn($"agent {agent.Name} {(isSilent ? "sends no messages" : "is stalled: the agent answers, but its load reports nothing")}");
    }

    private void IsBack(FleetAgent agent)
    {
        (agent.IsTold, agent.IsToldSilent) = (false, false);
        options.Warn($"agent {agent.Name} reports again{(agent.Missed > 0 ? $", {agent.Missed} of its messages are missing" : "")}");
    }

    private static string WhyLost(bool isSilent) =>
        isSilent ? "it sent no message for longer than its lease" : "its load made no progress for longer than its lease";

    private void Lose(FleetAgent agent, string why)
    {
        agent.Lose(why);
        Lost(agent, agent.Why!);
    }

    private void Lost(FleetAgent agent, string why)
    {
        agent.IsToldLost = true;
        if (signals.IsStopping) return;
        if (options.ContinuesWhenLost && agents.Exists(other => !other.IsOver || other.State == FleetAgentState.Finished))
        {
            options.Warn($"agent {agent.Name} is lost ({why}): the other agents continue, and its share {agent.Share.Segment} is missing from the load");
            return;
        }
        Ending = Ending with { Failure = $"agent {agent.Name} was lost: {why}" };
        options.Warn($"{Ending.Failure}: the run stops (with --on-lost continue, it continues with less load)");
        signals.Fail(Ending.Failure);
    }

    private RunSnapshot? NextSnapshot(bool isLast = false)
    {
        lock (_lock)
        {
            var speaking = agents.Where(agent => agent.Latest is not null).ToList();
            if (speaking.TrueForAll(agent => agent.Fresh.Count == 0)) return null;
            var first = speaking.Where(agent => agent.Fresh.Count > 0).Min(agent => agent.ProgressNanos);
            var isComplete = agents.TrueForAll(agent => agent.Fresh.Count > 0 || agent.IsOver);
            if (!isLast && !isComplete && _clock.NowNanos - first < Straggles.Ticks * 100) return null;
            var merged = SnapshotMerge.Of([.. speaking.Select(agent => (agent.Name, agent.Latest!, (IReadOnlyList<RunSnapshot>)[.. agent.Fresh]))]);
            foreach (var agent in speaking) agent.Passed();
            return merged;
        }
    }

    private void Send(RunSnapshot snapshot)
    {
        if (_watchesServer) server?.Sample(snapshot.Elapsed);
        foreach (var listener in listeners) listener.OnSnapshot(snapshot with { Server = server?.Latest });
    }

    private void Judge()
    {
        var now = _clock.NowNanos;
        if (signals.IsStopping || now - _judgedNanos < ThresholdEvaluator.Interval.Ticks * 100) return;
        _judgedNanos = now;
        lock (_lock)
        {
            var elapsed = agents.Select(agent => agent.Latest?.Elapsed ?? TimeSpan.Zero).Max();
            var crossed = LiveThresholds.Crossed(agents, elapsed, _clock.UtcNow);
            if (crossed.Count == 0) return;
            Ending = Ending with { Crossed = [.. crossed] };
        }
        signals.Stop();
    }
}
