namespace Dyno.Fleet;

/// <summary>One order, from its files to its result in the store.</summary>
[SuppressMessage("Design", "CA1001", Justification = "a source without a timer or a link holds nothing to free")]
internal sealed class AgentShare(ShareOrder order, string agent, FleetBus bus, string kept, TimeProvider time, ShareStarter start)
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan EndTakes = TimeSpan.FromSeconds(8); // a load that ends in order needs two seconds, a slow load more
    private static readonly TimeSpan KeepTakes = TimeSpan.FromMinutes(2); // from the load's end to its result in the store
    private const int StoreTries = 3; // while the server is in reach
    private readonly string _subject = FleetSubjects.Report(order.Run, agent);
    private readonly ShareLease _lease = new(TimeSpan.FromSeconds(order.LeaseSeconds), time);
    private readonly CancellationTokenSource _end = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile IShareProcess? _process;
    private volatile bool _isOver; // the load has ended: no more requests are sent
    private long _heard = -1;
    private long _number;

    public string Run => order.Run;

    public string Coordinator => order.Coordinator;

    /// <summary>Whether another order may run at the same time: programs under test of one coordinator run together.</summary>
    public bool RunsBeside(ShareOrder other) =>
        order.Subject is not null && other.Subject is not null && other.Coordinator == order.Coordinator;

    /// <summary>Carries out the order.</summary>
    /// <returns>The outcome in words. A failure is also reported to the coordinator.</returns>
    public async Task<string> RunAsync()
    {
        var alive = StayAliveAsync();
        try
        {
            using var folder = OwnedFolder.Create("dyno-share-");
            await UnpackAsync(folder.Path);
            await using var process = start(folder.Path, order);
            _process = process;
            await foreach (var report in process.ReadAsync(_end.Token))
                if (report.Kind == ShareReportKind.Over) _isOver = true;
                else await SayAsync(report);
            _isOver = true;
            return await KeepAsync(process);
        }
        catch (Exception failure)
        {
            var why = failure is OperationCanceledException ? "the agent was stopped, or its lease ran out" : failure.Message;
            await SayAsync(new ShareReport { Kind = ShareReportKind.Failed, Text = why });
            return why;
        }
        finally
        {
            _process = null;
            await _end.CancelAsync();
            await alive;
            _ended.TrySetResult();
        }
    }

    /// <summary>Passes a command on, unless the command is a repetition.</summary>
    public async Task ObeyAsync(ShareCommand command)
    {
        if (command.Run != order.Run || command.Number <= _heard) return;
        _heard = command.Number;
        _lease.Renew();
        if (_process is { } process) await process.TellAsync(Line(command));
        else if (command.Kind is ShareCommandKind.Stop or ShareCommandKind.Abort) await _end.CancelAsync();
    }

    /// <summary>Ends the order without a result.</summary>
    public async Task EndAtOnceAsync()
    {
        await _end.CancelAsync();
        await _ended.Task;
    }

    private static string Line(ShareCommand command) => command.Kind switch
    {
        ShareCommandKind.Start => FormattableString.Invariant($"start {command.StartNanos}"),
        ShareCommandKind.Stop => "stop",
        ShareCommandKind.Abort => "abort",
        ShareCommandKind.Tell => command.Text ?? "",
        _ => "lease",
    };

    private async Task UnpackAsync(string folder)
    {
        foreach (var file in order.Files)
        {
            var known = Path.Combine(kept, file.Hash);
            if (!File.Exists(known))
            {
                var own = $"{known}-{order.Run}"; // another order may fetch the same file at the same time
                await File.WriteAllBytesAsync(own, await bus.Store.TryGetAsync("file-" + file.Hash, _end.Token)
                    ?? throw new UserFault($"{file.Path} is not in the store of the fleet"), _end.Token);
                File.Move(own, known, overwrite: true);
            }
            Shipment.Unpack(folder, file, await File.ReadAllBytesAsync(known, _end.Token));
        }
    }

    private async Task<string> KeepAsync(IShareProcess process)
    {
        var (result, lastWords) = await process.EndAsync();
        if (order.Subject is not null && lastWords.Length == 0)
        {
            await SayAsync(new ShareReport { Kind = ShareReportKind.Finished });
            return "stopped";
        }
        if (result is null)
        {
            await SayAsync(new ShareReport { Kind = ShareReportKind.Failed, Text = lastWords.Length > 0 ? lastWords : "it ended without a result" });
            return $"ended without a result: {lastWords}";
        }
        await StoreAsync(FleetSubjects.Result(order.Run, agent), result);
        await SayAsync(new ShareReport { Kind = ShareReportKind.Finished });
        return "finished, its result is in the store";
    }

    // While the server is out of reach, the result waits as the reports do.
    private async Task StoreAsync(string name, byte[] result)
    {
        for (var left = StoreTries; ; left--)
        {
            try
            {
                await bus.Store.PutAsync(name, result, _end.Token);
                return;
            }
            catch (UserFault) when (left > 1 || !bus.IsConnected)
            {
                await Task.Delay(Second, time, _end.Token);
            }
        }
    }

    // While the machine is cut off, the report of a second is lost, and the gap in the numbers shows the loss. All other reports wait.
    private async Task SayAsync(ShareReport report)
    {
        var numbered = report with { Session = order.Session, Number = Interlocked.Increment(ref _number) };
        while (!await bus.TryPublishAsync(_subject, numbered) && report.Kind is not (ShareReportKind.Snapshot or ShareReportKind.SoFar) && !_lease.HasRunOut)
            await Task.Delay(Second, time);
    }

    // The child process ends its load itself when its lease has run out; a child that does not is ended here. When the load has ended, the
    // child gets more time, so that the result is kept for a later collection.
    private async Task StayAliveAsync()
    {
        var alone = TimeSpan.Zero;
        try
        {
            while (true)
            {
                await Task.Delay(Second, time, _end.Token);
                await bus.TryPublishAsync(_subject, new ShareReport { Kind = ShareReportKind.Alive, Session = order.Session, Number = -1 });
                alone = _lease.HasRunOut ? alone + Second : TimeSpan.Zero;
                if (alone > (_isOver ? KeepTakes : EndTakes)) await _end.CancelAsync();
            }
        }
        catch (OperationCanceledException)
        {
        }
    }
}
