using System.Collections.Concurrent;

namespace Dyno.Fleet;

/// <summary>A program under test on an agent's machine, as the coordinator sees it. Thread-safe.</summary>
public sealed class FleetSubject : IAsyncDisposable
{
    private const int MostReadings = 10;
    private static readonly TimeSpan AnswerTakes = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan OrderTakes = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan ReadingTakes = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LostAfterLease = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly FleetSubjectOptions _options;
    private readonly FleetBus _bus;
    private readonly TimeProvider _time;
    private readonly string _run;
    private readonly string _session;
    private readonly bool _isHere;
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<(SubjectReportKind, long), TaskCompletionSource<SubjectReport>> _asked = new();
    private readonly TaskCompletionSource _gone = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _lock = new();
    private Task _sending = Task.CompletedTask;
    private Task _hearing = Task.CompletedTask;
    private Task _renewing = Task.CompletedTask;
    private long _commands;
    private long _readings;
    private long _lastReport;
    private long _heard;
    private volatile bool _isOrdered;
    private volatile bool _isStopped;
    private volatile string? _lost;
    private volatile SubjectReport? _latest;
    private volatile SubjectReport? _last;

    private FleetSubject(FleetSubjectOptions options, FleetBus bus, AgentCard card, string run, TimeProvider time)
    {
        (_options, _bus, _session, _run, _time, _isHere) = (options, bus, card.Session, run, time, card.Machine == ThisMachine.Identity);
        _heard = time.GetTimestamp();
    }

    /// <summary>The program's report when it came up.</summary>
    public SubjectReport Up { get; private set; } = null!;

    /// <summary>Id of the program's process when it runs on this machine; null otherwise.</summary>
    public int? ProcessIdHere => _isHere ? Up.ProcessId : null;

    /// <summary>The program's last report about itself.</summary>
    public SubjectReport Last => _last ?? Up;

    /// <summary>The report of the latest second; null before the first such report.</summary>
    public SubjectReport? Latest => _latest;

    /// <summary>Completes when the program ends by itself, is stopped, or its agent is lost.</summary>
    public Task Ended => _gone.Task;

    /// <summary>Why the program is gone although it was not stopped; null otherwise.</summary>
    public string? GoneBecause => _lost ?? (_last is { Kind: SubjectReportKind.Gone } gone
        ? string.Create(CultureInfo.InvariantCulture, $"the program under test on agent {_options.Agent} ended by itself with exit code {gone.Record?.ExitCode}") : null);

    /// <summary>Starts the program on the agent's machine.</summary>
    /// <exception cref="UserFault">The agent is not there or refuses, or the program did not come up.</exception>
    public static Task<FleetSubject> StartAsync(FleetSubjectOptions options, CancellationToken cancellation) =>
        StartAsync(options, TimeProvider.System, cancellation);

    internal static async Task<FleetSubject> StartAsync(FleetSubjectOptions options, TimeProvider time, CancellationToken cancellation)
    {
        var bus = await FleetBus.ConnectAsync(options.Address, options.Key, $"dyno subject on {options.Agent}", cancellation, options.Lease);
        FleetSubject? subject = null;
        try
        {
            var card = await FindAsync(options, bus, cancellation);
            subject = new FleetSubject(options, bus, card, RunId.At(time.GetUtcNow()), time);
            await subject.BringUpAsync(card, cancellation);
            return subject;
        }
        catch
        {
            if (subject is not null) await subject.DisposeAsync();
            else await bus.DisposeAsync();
            throw;
        }
    }

    /// <summary>Sends an order that has no answer. Orders arrive in the order in which they were sent.</summary>
    public void Tell(string order) => Send(ShareCommandKind.Tell, order);

    /// <summary>Sends an order and waits for its answer.</summary>
    /// <param name="order">The order.</param>
    /// <returns>The answer; null when the program is gone, or no answer came within 20 s.</returns>
    public Task<SubjectReport?> AskAsync(string order, SubjectReportKind answer, CancellationToken cancellation)
    {
        var asked = Expect(answer);
        Tell(order);
        return AnswerAsync(asked, OrderTakes, cancellation);
    }

    /// <summary>
    /// Asks what the program has used of its CPUs up to now. Each question has a number, so that a late answer does not pass for the answer
    /// of the next question. A question that is lost, as while the NATS server restarts, is asked again.
    /// </summary>
    /// <returns>The reading; null when the program is gone, or no answer came within 20 s.</returns>
    public async Task<CpuReading?> ReadCpuAsync(CancellationToken cancellation)
    {
        for (var left = MostReadings; left > 0 && !_gone.Task.IsCompleted && !cancellation.IsCancellationRequested; left--)
        {
            var number = Interlocked.Increment(ref _readings);
            var asked = Expect(SubjectReportKind.Read, number);
            Tell(FormattableString.Invariant($"{SubjectOrders.Read}{number}"));
            var answer = await AnswerAsync(asked, ReadingTakes, cancellation);
            _asked.TryRemove((SubjectReportKind.Read, number), out _);
            if (answer is not null) return answer.Cpu;
        }
        return null;
    }

    /// <summary>Stops the program. May be called more than once.</summary>
    public async Task StopAsync()
    {
        if (_isStopped) return;
        _isStopped = true;
        if (_isOrdered && !_gone.Task.IsCompleted) await AskAsync(SubjectOrders.Stop, SubjectReportKind.Stopped, CancellationToken.None);
        _gone.TrySetResult();
    }

    /// <summary>Stops the program, and releases the agent.</summary>
    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await _end.CancelAsync();
        await Task.WhenAll(_hearing, _renewing);
        await _sending;
        await _bus.DisposeAsync();
        _end.Dispose();
    }

    private static async Task<AgentCard> FindAsync(FleetSubjectOptions options, FleetBus bus, CancellationToken cancellation)
    {
        var cards = new List<AgentCard>();
        var roll = new RollCall(Environment.MachineName);
        await foreach (var card in bus.AskAsync<RollCall, AgentCard>(FleetSubjects.Roll, roll, Second, cancellation))
        {
            cards.Add(card);
            if (card.Name == options.Agent) break;
        }
        cancellation.ThrowIfCancellationRequested();
        var found = cards.Find(card => card.Name == options.Agent) ?? throw new UserFault(
            $"there is no agent {options.Agent} at {options.Address.Public}{(cards.Count == 0 ? "" : $"; its agents: {string.Join(", ", cards.Select(card => card.Name).Order(StringComparer.Ordinal))}")}",
            $"start it on its machine: dyno agent --join {options.Address.Public} --name {options.Agent} --may-start");
        var own = AgentCard.VersionOf(ToolRecords.Current);
        if (found.Version != own)
            throw new UserFault($"agent {found.Name} runs dyno {found.Version}, this machine runs {own}", "install the same build on both");
        if (found.Address is null)
            throw new UserFault($"agent {found.Name} is not allowed to start programs", "start it with --may-start: then anyone with the fleet's key can run programs there");
        return found;
    }

    private async Task BringUpAsync(AgentCard card, CancellationToken cancellation)
    {
        _hearing = HearAsync(await _bus.ListenAsync<ShareReport>(FleetSubjects.Report(_run, _options.Agent), _end.Token));
        var shipment = await Shipment.SendAsync(_options.Files, _bus.Store, cancellation, Shipment.MostBytesOfProgram);
        var up = Expect(SubjectReportKind.Up);
        await OrderAsync(new ShareOrder
        {
            Run = _run,
            Coordinator = $"{Environment.MachineName}/{Environment.ProcessId}",
            Session = _session,
            Words = [],
            Files = shipment,
            Subject = _options.OrderAt(card.Address!),
            LeaseSeconds = _options.Lease.TotalSeconds,
        }, cancellation);
        _renewing = RenewAsync();
        var answer = await AnswerAsync(up, _options.ReadyTakes, cancellation);
        cancellation.ThrowIfCancellationRequested();
        Up = answer ?? throw NotUp();
    }

    private TaskCompletionSource<SubjectReport> Expect(SubjectReportKind answer, long number = 0) =>
        _asked[(answer, number)] = new TaskCompletionSource<SubjectReport>(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task<SubjectReport?> AnswerAsync(
        TaskCompletionSource<SubjectReport> asked, TimeSpan takes, CancellationToken cancellation)
    {
        try
        {
            await Task.WhenAny(asked.Task, _gone.Task).WaitAsync(takes, _time, cancellation);
        }
        catch (Exception none) when (none is TimeoutException or OperationCanceledException)
        {
        }
        return asked.Task.IsCompletedSuccessfully ? await asked.Task : null;
    }

    // After the previous trial, the agent may need a moment to be free again.
    private async Task OrderAsync(ShareOrder order, CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        while (true)
        {
            var answer = await _bus.RequestAsync<ShareOrder, OrderAnswer>(FleetSubjects.Order(_options.Agent), order, AnswerTakes, cancellation);
            cancellation.ThrowIfCancellationRequested();
            if (answer is { Refused: null })
            {
                _isOrdered = true;
                return;
            }
            if (answer is null) throw new UserFault($"agent {_options.Agent} did not answer its order", "see the agent's output on its machine");
            if (!answer.IsBusy || _time.GetElapsedTime(began) > _options.Lease) throw new UserFault($"agent {_options.Agent} refused its order: {answer.Refused}");
            await Task.Delay(Second, _time, cancellation);
        }
    }

    private UserFault NotUp() => _last is { Kind: SubjectReportKind.Failed } failed
        ? new UserFault($"agent {_options.Agent}: {failed.Problem}", failed.Hint)
        : new UserFault(_lost ?? $"the program under test on agent {_options.Agent} was not ready within {_options.ReadyTakes.TotalSeconds:0} s",
            "see the agent's output on its machine");

    private void Send(ShareCommandKind kind, string? text)
    {
        lock (_lock) // commands are sent one after the other
        {
            var command = new ShareCommand(_run, _session, ++_commands, kind, Text: text);
            _sending = SendAfterAsync(_sending, command);
        }
    }

    private async Task SendAfterAsync(Task before, ShareCommand command)
    {
        await before;
        await _bus.TryPublishAsync(FleetSubjects.Command(_options.Agent), command);
    }

    private async Task RenewAsync()
    {
        try
        {
            while (true)
            {
                Send(ShareCommandKind.Lease, null);
                await Task.Delay(Second, _time, _end.Token);
                if (_time.GetElapsedTime(Volatile.Read(ref _heard)) > _options.Lease + LostAfterLease) Lose("it sent no message for longer than its lease");
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    private async Task HearAsync(IAsyncEnumerable<(ShareReport Message, string Subject, string? ReplyTo)> reports)
    {
        try
        {
            await foreach (var (report, _, _) in reports) Hear(report);
        }
        catch (OperationCanceledException)
        {
        }
    }

    private void Hear(ShareReport report)
    {
        if (report.Session != _session) return;
        Volatile.Write(ref _heard, _time.GetTimestamp());
        if (report.Kind == ShareReportKind.Alive || report.Number <= _lastReport) return;
        _lastReport = report.Number;
        if (report.Kind == ShareReportKind.Failed) Lose(report.Text ?? "it failed");
        else if (report.Kind == ShareReportKind.Finished) _gone.TrySetResult();
        else if (report is { Kind: ShareReportKind.Said, Text: { } text } && FleetJson.Read<SubjectReport>(Encoding.UTF8.GetBytes(text)) is { } said)
            Take(said);
    }

    private void Take(SubjectReport said)
    {
        if (said.Kind == SubjectReportKind.Second) _latest = said;
        if (said.Record is not null || said.Kind == SubjectReportKind.Failed) _last = said;
        if (_asked.TryGetValue((said.Kind, said.Number), out var asked)) asked.TrySetResult(said);
        if (said.Kind is SubjectReportKind.Gone or SubjectReportKind.Failed) _gone.TrySetResult();
    }

    private void Lose(string why)
    {
        if (_gone.Task.IsCompleted || _isStopped) return;
        _lost = $"agent {_options.Agent} with the program under test was lost: {why}";
        _options.Warn(_lost);
        _gone.TrySetResult();
    }
}
