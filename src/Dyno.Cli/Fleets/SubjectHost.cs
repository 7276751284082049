namespace Dyno.Cli;

/// <summary>Starts, watches and stops a program under test for another machine.</summary>
/// <param name="channel">Brings the orders and takes the reports.</param>
internal sealed class SubjectHost(SubjectChannel channel)
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly Lock _lock = new();
    private ISubjectWatch? _watch;
    private long? _beganAt;
    private volatile bool _isMeasured;
    private Task _sampled = Task.CompletedTask;

    /// <summary>Starts the program, obeys the orders and stops the program.</summary>
    public async Task RunAsync(SubjectOptions options)
    {
        try
        {
            await using var subject = await LocalSubject.StartAsync(options, null, channel.Closed);
            channel.Say(new SubjectReport
            {
                Kind = SubjectReportKind.Up,
                Record = subject.Record(),
                Addresses = subject.Addresses,
                ProcessId = subject.ProcessId,
            });
            var ended = TellEndAsync(subject);
            await foreach (var order in channel.Orders) await ObeyAsync(subject, order);
            await EndWatchAsync();
            await subject.StopAsync();
            await ended;
            channel.Say(new SubjectReport { Kind = SubjectReportKind.Stopped, Record = subject.Record() });
        }
        catch (UserFault fault)
        {
            channel.Say(new SubjectReport { Kind = SubjectReportKind.Failed, Problem = fault.Message, Hint = fault.Hint });
        }
        catch (OperationCanceledException) when (channel.Closed.IsCancellationRequested)
        {
            channel.Say(new SubjectReport { Kind = SubjectReportKind.Stopped });
        }
    }

    private async Task TellEndAsync(ILaunchedSubject subject)
    {
        await subject.Ended;
        if (subject.GoneBecause is not null) channel.Say(new SubjectReport { Kind = SubjectReportKind.Gone, Record = subject.Record() });
    }

    private async Task ObeyAsync(ILaunchedSubject subject, string order)
    {
        if (order.StartsWith(SubjectOrders.Watch, StringComparison.Ordinal)) await WatchAsync(subject, order[SubjectOrders.Watch.Length..]);
        else if (order == SubjectOrders.Begin) Begin();
        else if (SubjectOrders.NumberOf(order, SubjectOrders.Read) is { } number) await ReadAsync(number);
        else if (SubjectOrders.NumberOf(order, SubjectOrders.End) is { } requests) await EndAsync(requests);
        else if (order == SubjectOrders.Count) await CountAsync();
    }

    private async Task WatchAsync(ILaunchedSubject subject, string level)
    {
        var observe = Enum.TryParse<ObserveLevel>(level, out var known) ? known : ObserveLevel.Full;
        _watch = await subject.WatchAsync(observe, [], channel.Closed);
        _sampled = SampleAsync(_watch);
        channel.Say(new SubjectReport { Kind = SubjectReportKind.Watched });
    }

    private void Begin()
    {
        lock (_lock)
        {
            _watch?.Probe.Begin();
            _beganAt = TimeProvider.System.GetTimestamp();
        }
    }

    private async Task SampleAsync(ISubjectWatch watch)
    {
        using var seconds = new PeriodicTimer(Second, TimeProvider.System);
        while (await seconds.WaitForNextTickAsync())
        {
            lock (_lock)
            {
                if (_isMeasured) return;
                if (_beganAt is { } began) watch.Probe.Sample(TimeProvider.System.GetElapsedTime(began));
            }
            channel.Say(new SubjectReport { Kind = SubjectReportKind.Second, Moment = watch.Probe.Latest, MethodsCompiled = watch.Probe.MethodsCompiled });
        }
    }

    private async Task ReadAsync(long number) => channel.Say(new SubjectReport
    {
        Kind = SubjectReportKind.Read,
        Number = number,
        Cpu = _watch is null ? null : await _watch.Probe.ReadCpuAsync(channel.Closed),
    });

    private async Task EndAsync(long requests)
    {
        EndSampling();
        var seen = _watch is null ? null : await _watch.Probe.EndAsync(requests);
        channel.Say(new SubjectReport { Kind = SubjectReportKind.Measured, Server = seen });
    }

    private async Task CountAsync()
    {
        if (_watch is null) return;
        var served = await _watch.ServedAsync(channel.Closed);
        channel.Say(new SubjectReport { Kind = SubjectReportKind.Counted, Served = served, WorkingSetBytes = _watch.WorkingSetNow() });
        await EndWatchAsync();
    }

    private void EndSampling()
    {
        lock (_lock) _isMeasured = true;
    }

    // Must end before the program does, because the watch closes its sessions with the running program.
    private async Task EndWatchAsync()
    {
        EndSampling();
        await _sampled;
        if (_watch is not null) await _watch.DisposeAsync();
    }
}
