namespace Dyno.Fleet;

/// <summary>One load on many machines, from the roll call to the merged result.</summary>
public sealed class FleetRun
{
    private const int ClockQuestions = 9;
    private static readonly TimeSpan AnswerTakes = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan ReadyTakes = TimeSpan.FromMinutes(3); // an agent may have to build a program
    private static readonly TimeSpan StartLead = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);
    private readonly FleetOptions _options;
    private readonly TimeProvider _time;
    private readonly EngineClock _clock;
    private readonly string _coordinator = $"{Environment.MachineName}/{Environment.ProcessId}";

    public FleetRun(FleetOptions options) : this(options, TimeProvider.System)
    {
    }

    internal FleetRun(FleetOptions options, TimeProvider time) => (_options, _time, _clock) = (options, time, new EngineClock(time));

    /// <summary>Runs the load.</summary>
    /// <param name="signals">Requests to stop or abort the run. A lost agent marks the run as failed here.</param>
    /// <param name="listeners">Receive the merged snapshots.</param>
    /// <param name="server">Watches the server; null when the server is not watched.</param>
    /// <returns>The merged result.</returns>
    /// <exception cref="UserFault">The run could not begin, or left no result.</exception>
    /// <exception cref="OperationCanceledException">The run was stopped before it began.</exception>
    public async Task<RunResult> RunAsync(RunSignals signals, ImmutableArray<IRunListener> listeners, IServerProbe? server = null)
    {
        await using var bus = await FleetBus.ConnectAsync(_options.Address, _options.Key, $"dyno coordinator {_coordinator}", signals.Stopping, _options.Lease);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(signals.Stopping, bus.Gone);
        try
        {
            return await RunAsync(bus, signals, listeners, server, either.Token);
        }
        catch (OperationCanceledException) when (bus.Gone.IsCancellationRequested)
        {
            throw bus.OutOfReach();
        }
    }

    private async Task<RunResult> RunAsync(
        FleetBus bus, RunSignals signals, ImmutableArray<IRunListener> listeners, IServerProbe? server, CancellationToken stopping)
    {
        var roll = new FleetRoll(_options, bus, _time, _coordinator);
        var cards = await roll.CallAsync(stopping);
        var run = RunId.At(_clock.UtcNow);
        var segments = FleetSegments.Of(cards, _options.IsWeighted);
        var agents = new List<FleetAgent>();
        foreach (var (index, card) in cards.Index())
            agents.Add(new FleetAgent(new FleetShare(card, segments[index], await ReadClockAsync(bus, card, stopping)), _clock.NowNanos));
        _options.Say($"run {run} on {agents.Count} {(agents.Count == 1 ? "agent" : "agents")}: "
            + string.Join(", ", agents.Select(agent => $"{agent.Name} ({agent.Share.Segment}, clock {ClockWords(agent.Share.Clock)})")));

        using var end = new CancellationTokenSource();
        var watch = new FleetWatch(_options, agents, new FleetCommands(bus, run), _time, signals, listeners, server, bus.Gone);
        var hearing = watch.HearAsync(await bus.ListenAsync<ShareReport>(FleetSubjects.Report(run, "*"), end.Token));
        try
        {
            await OrderAsync(bus, run, agents, roll.Everyone, stopping);
            await ReadyAsync(agents, watch, stopping);
            var manifest = new FleetManifest(run, _clock.NowNanos + StartLead.Ticks * 100, [.. agents.Select(agent => agent.Share)]);
            await bus.Store.PutAsync(FleetSubjects.Manifest(run), FleetJson.Write(manifest), stopping);
            manifest = manifest with { StartNanos = _clock.NowNanos + StartLead.Ticks * 100 };
            await watch.RunAsync(manifest.StartNanos);
            return await new FleetResults(bus, _time).MergeAsync(manifest, agents, watch.Ending, _options);
        }
        catch
        {
            await watch.AbortAsync();
            throw;
        }
        finally
        {
            await end.CancelAsync();
            await hearing;
        }
    }

    private static string ClockWords(ClockReading clock) =>
        FormattableString.Invariant($"{Math.Round(clock.UtcOffset.TotalMilliseconds, 1):+0.0;-0.0;0.0} ms ± {clock.Uncertainty.TotalMilliseconds:0.0}");

    // The fleet's processes on an agent's machine: agents that send load, agents with a program under test, and this coordinator.
    private static ImmutableArray<int> CompanyOf(FleetAgent agent, ImmutableArray<AgentCard> everyone)
    {
        var here = agent.Share.Agent.Machine;
        return
        [
            .. everyone.Where(other => other.Machine == here).Select(other => other.ProcessId)
                .Concat(here == ThisMachine.Identity ? [Environment.ProcessId] : []).Distinct(),
        ];
    }

    private async Task<ClockReading> ReadClockAsync(FleetBus bus, AgentCard card, CancellationToken stopping)
    {
        var readings = new List<ClockReading>();
        for (var number = 0; number < ClockQuestions; number++)
        {
            var asked = _clock.NowNanos;
            var answer = await bus.RequestAsync<ClockQuestion, ClockAnswer>(FleetSubjects.Clock(card.Name), new ClockQuestion(number), AnswerTakes, stopping);
            if (answer is null || answer.Number != number) continue;
            readings.Add(ClockReading.Of(asked, _clock.NowNanos, _clock.UtcNow, answer.MonotonicNanos, new DateTimeOffset(answer.UtcTicks, TimeSpan.Zero)));
        }
        return readings.Count > 0 ? ClockReading.Best(readings)
            : throw new UserFault($"agent {card.Name} answered the roll call, but no later message", "see the agent's output on its machine");
    }

    private async Task OrderAsync(FleetBus bus, string run, List<FleetAgent> agents, ImmutableArray<AgentCard> everyone, CancellationToken stopping)
    {
        var shipped = await Shipment.SendAsync(_options.Files, bus.Store, stopping);
        foreach (var agent in agents)
        {
            var order = new ShareOrder
            {
                Run = run,
                Coordinator = _coordinator,
                Session = agent.Share.Agent.Session,
                Words = [.. _options.Words, "--execution-segment", agent.Share.Segment, .. _options.Arguments is { IsEmpty: false } own ? ["--", .. own] : (string[])[]],
                Variables = _options.Variables,
                Files = shipped,
                WorkingFolder = _options.WorkingFolder,
                Targets = [.. _options.Targets.Select(url => url.AbsoluteUri)],
                Company = CompanyOf(agent, everyone),
                LeaseSeconds = _options.Lease.TotalSeconds,
            };
            var answer = await bus.RequestAsync<ShareOrder, OrderAnswer>(FleetSubjects.Order(agent.Name), order, AnswerTakes, stopping);
            if (answer is null) throw await NoAnswerAsync(bus, agent, stopping);
            if (answer.Refused is { } why) throw new UserFault($"agent {agent.Name} refused its order: {why}");
        }
    }

    // A server out of reach is the cause of a missing answer, unless it comes back.
    private async Task<UserFault> NoAnswerAsync(FleetBus bus, FleetAgent agent, CancellationToken stopping)
    {
        while (!bus.IsConnected && !bus.Gone.IsCancellationRequested) await Task.Delay(TimeSpan.FromMilliseconds(100), _time, stopping);
        return bus.Gone.IsCancellationRequested
            ? bus.OutOfReach()
            : new UserFault($"agent {agent.Name} did not answer its order", "see the agent's output on its machine");
    }

    private async Task ReadyAsync(List<FleetAgent> agents, FleetWatch watch, CancellationToken stopping)
    {
        var began = _time.GetTimestamp();
        while (agents.Exists(agent => agent.State != FleetAgentState.Ready))
        {
            await Task.Delay(Tick, _time, stopping);
            await watch.RenewAsync();
            if (agents.Find(agent => agent.IsOver) is { } failed) throw new UserFault($"agent {failed.Name} cannot run its share: {failed.Why ?? "it ended before the start"}");
            if (_time.GetElapsedTime(began) > ReadyTakes)
                throw new UserFault($"agent {agents.First(agent => agent.State != FleetAgentState.Ready).Name} was not ready within {ReadyTakes.TotalMinutes:0} minutes");
        }
    }
}
