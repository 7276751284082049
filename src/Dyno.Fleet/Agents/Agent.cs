using System.Collections.Concurrent;

namespace Dyno.Fleet;

/// <summary>
/// Makes this machine an agent of a fleet. An agent reports what it is, and runs its share of a load, or programs under test of one
/// coordinator, of which several may run at a time.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "a source without a timer or a link holds nothing to free")]
public sealed class Agent
{
    private const int MostRuns = 100_000; // some megabytes at most; a run that were forgotten could be ordered again by a replayed message
    private static readonly TimeSpan AskForNamesake = TimeSpan.FromSeconds(1);
    private readonly AgentOptions _options;
    private readonly TimeProvider _time;
    private readonly ShareStarter _start;
    private readonly EngineClock _clock;
    private readonly string _session = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8));
    private readonly CancellationTokenSource _left = new();
    private string _kept = ""; // folder of the shipped files, named by the hash of their content
    private readonly ConcurrentDictionary<string, AgentShare> _shares = new(StringComparer.Ordinal); // by their run
    private readonly HashSet<string> _had = new(StringComparer.Ordinal); // every run of this session, so that a replayed order is refused

    public Agent(AgentOptions options) : this(options, TimeProvider.System, (folder, order) => ShareProcess.Start(options.Program, folder, order))
    {
    }

    internal Agent(AgentOptions options, TimeProvider time, ShareStarter start)
    {
        (_options, _time, _start, _clock) = (options, time, start, new EngineClock(time));
    }

    /// <summary>Serves until it is stopped. A share that still runs is then ended.</summary>
    /// <exception cref="UserFault">There is no NATS server, or the fleet already has an agent of this name.</exception>
    public async Task RunAsync(CancellationToken stopping)
    {
        await using var bus = await ConnectAsync(stopping);
        using var kept = OwnedFolder.Create("dyno-agent-");
        _kept = kept.Path;
        await RefuseNamesakeAsync(bus, stopping);
        using var own = CancellationTokenSource.CreateLinkedTokenSource(stopping, _left.Token);
        Task[] services =
        [
            ServeAsync(await bus.ListenAsync<RollCall>(FleetSubjects.Roll, own.Token), bus, _ => Card()),
            ServeAsync(await bus.ListenAsync<ClockQuestion>(FleetSubjects.Clock(_options.Name), own.Token), bus, question =>
                new ClockAnswer(question.Number, _clock.NowNanos, _clock.UtcNow.UtcTicks)),
            ServeAsync(await bus.ListenAsync<ShareOrder>(FleetSubjects.Order(_options.Name), own.Token), bus, order => Take(order, bus)),
            ObeyAsync(await bus.ListenAsync<ShareCommand>(FleetSubjects.Command(_options.Name), own.Token)),
        ];
        _options.Say($"agent {_options.Name} of the fleet at {_options.Address.Public}: {FigureText.Count(Environment.ProcessorCount, "CPU")}, waiting for orders");
        try
        {
            await await Task.WhenAny(services);
        }
        catch (OperationCanceledException) when (own.IsCancellationRequested)
        {
        }
        finally
        {
            await own.CancelAsync();
            await Task.WhenAll(_shares.Values.Select(share => share.EndAtOnceAsync()));
        }
    }

    private async Task<FleetBus> ConnectAsync(CancellationToken stopping)
    {
        var began = _time.GetTimestamp();
        while (true)
        {
            try
            {
                return await FleetBus.ConnectAsync(_options.Address, _options.Key, $"dyno agent {_options.Name}", stopping);
            }
            catch (UserFault) when (_time.GetElapsedTime(began) < _options.Patience)
            {
                await Task.Delay(AskForNamesake, _time, stopping);
            }
        }
    }

    private async Task RefuseNamesakeAsync(FleetBus bus, CancellationToken stopping)
    {
        await foreach (var card in bus.AskAsync<RollCall, AgentCard>(FleetSubjects.Roll, new RollCall(_options.Name), AskForNamesake, stopping))
            if (card.Name == _options.Name)
                throw new UserFault($"the fleet already has an agent {_options.Name}", $"give this agent another name: --name {_options.Name}-2");
    }

    private static async Task ServeAsync<TQuestion, TAnswer>(
        IAsyncEnumerable<(TQuestion Message, string Subject, string? ReplyTo)> questions, FleetBus bus, Func<TQuestion, TAnswer> answer)
    {
        await foreach (var (question, _, replyTo) in questions)
            if (replyTo is not null) await bus.PublishAsync(replyTo, answer(question));
    }

    private async Task ObeyAsync(IAsyncEnumerable<(ShareCommand Message, string Subject, string? ReplyTo)> commands)
    {
        await foreach (var (command, _, _) in commands)
            if (command.Session == _session && _shares.TryGetValue(command.Run, out var share)) await share.ObeyAsync(command);
    }

    private AgentCard Card() => new()
    {
        Name = _options.Name,
        Index = _options.Index,
        Session = _session,
        Tool = _options.Tool,
        Machine = ThisMachine.Identity,
        ProcessId = Environment.ProcessId,
        Cpus = Environment.ProcessorCount,
        MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        Ceiling = _options.Ceiling,
        Address = _options.SubjectAddress,
        Busy = _shares.Keys.FirstOrDefault(),
    };

    private OrderAnswer Take(ShareOrder order, FleetBus bus)
    {
        if (order.Session != _session) return new OrderAnswer("the order is for an agent that has ended: an old message, or another agent with this name");
        if (_shares.Values.FirstOrDefault(other => !other.RunsBeside(order)) is { } other)
            return new OrderAnswer($"it is busy with run {other.Run} of {other.Coordinator}", IsBusy: true);
        if (_had.Contains(order.Run)) return new OrderAnswer($"it has already received run {order.Run}");
        if (_had.Count >= MostRuns) return new OrderAnswer($"it has received {MostRuns} runs, its limit: restart the agent");
        if (order.Subject is not null && _options.SubjectAddress is null) return new OrderAnswer("it is not allowed to start programs: start the agent with --may-start");
        var most = order.Subject is null ? Shipment.MostBytes : Shipment.MostBytesOfProgram;
        if (Shipment.ProblemOf(order.Files, most) is { } problem) return new OrderAnswer(problem);
        _had.Add(order.Run);
        _options.Say(order.Subject is null
            ? $"run {order.Run} of {order.Coordinator}: dyno run {string.Join(' ', order.Words.Select(word => Redaction.Text(word)))}"
            : $"program {order.Run} of {order.Coordinator}");
        var share = new AgentShare(order, _options.Name, bus, _kept, _time, _start);
        _shares[order.Run] = share;
        _ = RunAsync(share);
        return new OrderAnswer(null);
    }

    private async Task RunAsync(AgentShare share)
    {
        try
        {
            _options.Say($"run {share.Run}: {await share.RunAsync()}");
        }
        finally
        {
            _shares.TryRemove(share.Run, out _);
            if (_options.LeavesAfterRun && _shares.IsEmpty) await _left.CancelAsync();
        }
    }
}
