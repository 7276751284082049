namespace Dyno.Load;

/// <summary>
/// The connection of a share to its agent, seen from the share. A share is a <c>dyno run</c> that an agent of a fleet has started, or the
/// program of a C# load that this command runs. Orders arrive on stdin, one per line. Reports go to stdout, each as one line of JSON. When
/// the agent is gone (the end of stdin) or silent for longer than the lease, the load ends, so that no share continues alone.
/// </summary>
public sealed class ShareChannel : IRunListener
{
    /// <summary>Environment variable that makes <c>dyno run</c> a share: the length of its lease in seconds.</summary>
    public const string Variable = "DYNO_FLEET_SHARE";

    /// <summary>Environment variable with the URLs of the instances of the program under test, separated by spaces.</summary>
    public const string TargetsVariable = "DYNO_FLEET_TARGETS";

    /// <summary>Environment variable with the ids of the fleet's processes on this machine, separated by spaces.</summary>
    public const string CompanyVariable = "DYNO_FLEET_COMPANY";

    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan StopTakes = TimeSpan.FromSeconds(2);
    private readonly Lock _lock = new();
    private readonly TextReader _orders;
    private readonly Stream _reports;
    private readonly RunSignals _signals;
    private readonly TimeProvider _time;
    private readonly ShareLease _lease;
    private readonly TaskCompletionSource<long> _start = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isOver;

    /// <summary>Creates the channel and begins to listen.</summary>
    /// <param name="lease">Longest time without a message from the agent.</param>
    /// <param name="orders">Reads the orders that the agent writes.</param>
    /// <param name="signals">Stop and abort of the run.</param>
    public ShareChannel(TimeSpan lease, TextReader orders, Stream reports, RunSignals signals, TimeProvider time)
    {
        (_orders, _reports, _signals, _time, _lease) = (orders, reports, signals, time, new ShareLease(lease, time));
        // Reading stdin blocks, so it needs its own thread.
        new Thread(Listen) { IsBackground = true, Name = "fleet orders" }.Start();
        _ = WatchLeaseAsync();
    }

    public bool AsksForHistogram => true;

    public bool AsksForHealth => true;

    /// <summary>
    /// Takes the lease from the environment; null when this process is not a share. Programs that this process starts are not shares,
    /// because the variable is removed.
    /// </summary>
    public static TimeSpan? TakeLease()
    {
        var text = Environment.GetEnvironmentVariable(Variable);
        Environment.SetEnvironmentVariable(Variable, null);
        return double.TryParse(text, CultureInfo.InvariantCulture, out var seconds) && seconds > 0 ? TimeSpan.FromSeconds(seconds) : null;
    }

    /// <summary>Takes the URLs of the program under test from the environment; empty when the load itself names its target.</summary>
    public static ImmutableArray<Uri> TakeTargets()
    {
        var text = Environment.GetEnvironmentVariable(TargetsVariable) ?? "";
        Environment.SetEnvironmentVariable(TargetsVariable, null);
        return [.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(url => new Uri(url))];
    }

    /// <summary>
    /// Takes the ids of the fleet's processes on this machine from the environment. These processes and their children do not count as
    /// other processes.
    /// </summary>
    public static ImmutableArray<int> TakeCompany()
    {
        var text = Environment.GetEnvironmentVariable(CompanyVariable) ?? "";
        Environment.SetEnvironmentVariable(CompanyVariable, null);
        return [.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(id => int.Parse(id, CultureInfo.InvariantCulture))];
    }

    /// <summary>Returns the runner's options for a share of this plan.</summary>
    public RunnerOptions With(RunnerOptions options, TestPlan? plan)
    {
        var aborting = AbortingOf(plan);
        return options with
        {
            IsShare = true,
            Listeners = [.. options.Listeners, this],
            Wait = async stopping =>
            {
                if (options.Wait is not null) await options.Wait(stopping);
                Report(new ShareReport { Kind = ShareReportKind.Ready, Thresholds = aborting, InputKind = plan?.InputKind });
                await WaitForStartAsync(stopping);
            },
            ShouldAbort = aborting.IsEmpty ? options.ShouldAbort : soFar =>
            {
                Report(new ShareReport { Kind = ShareReportKind.SoFar, SoFar = soFar });
                return options.ShouldAbort?.Invoke(soFar) == true;
            },
        };
    }

    public void OnSnapshot(RunSnapshot snapshot) => Report(new ShareReport { Kind = ShareReportKind.Snapshot, Snapshot = snapshot });

    /// <summary>Reports a warning about the load.</summary>
    public void Warn(string text) => Report(new ShareReport { Kind = ShareReportKind.Warning, Text = text });

    /// <summary>Called when the run is over. The lease no longer ends the load, and the agent learns that only the result is missing.</summary>
    public void RunIsOver()
    {
        _isOver = true;
        Report(new ShareReport { Kind = ShareReportKind.Over });
    }

    private static ImmutableArray<AbortingThreshold> AbortingOf(TestPlan? plan) => plan is null || plan.Thresholds.IsDefaultOrEmpty ? [] :
    [
        .. plan.Thresholds.Where(threshold => threshold.AbortOnFail)
            .Select(threshold => new AbortingThreshold(threshold.Selector.ToString(), threshold.Expression.Text, threshold.DelayAbortEval.TotalSeconds)),
    ];

    private async Task WaitForStartAsync(CancellationToken stopping)
    {
        var startNanos = await _start.Task.WaitAsync(stopping);
        var clock = new EngineClock(_time);
        // A timer may be a millisecond or two late, so the thread spins for the last 4 ms.
        if (startNanos - clock.NowNanos is > 4_000_000 and var left)
            await Task.Delay(TimeSpan.FromTicks((left - 4_000_000) / 100), _time, stopping);
        while (clock.NowNanos < startNanos && !stopping.IsCancellationRequested) Thread.SpinWait(20);
        Report(new ShareReport { Kind = ShareReportKind.Began, Nanos = clock.NowNanos });
    }

    private void Report(ShareReport report)
    {
        var line = ShareJson.Write(report);
        lock (_lock)
        {
            _reports.Write(line);
            _reports.Write("\n"u8);
            _reports.Flush();
        }
    }

    private void Listen()
    {
        while (_orders.ReadLine() is { } line) Obey(line);
        End("its agent is gone", TimeSpan.Zero);
    }

    private void Obey(string line)
    {
        _lease.Renew();
        if (line == "stop") _signals.Stop();
        else if (line == "abort") _signals.Abort();
        else if (line.StartsWith("start ", StringComparison.Ordinal) && long.TryParse(line.AsSpan(6), CultureInfo.InvariantCulture, out var nanos))
            _start.TrySetResult(nanos);
    }

    private async Task WatchLeaseAsync()
    {
        while (!_isOver)
        {
            await Task.Delay(Glance, _time);
            if (!_lease.HasRunOut) continue;
            await Task.Delay(Glance, _time); // after a standstill, messages that came meanwhile are read first
            if (!_lease.HasRunOut) continue;
            End(FormattableString.Invariant($"its lease ran out: no message from the coordinator for {_lease.Length.TotalSeconds:0.#} s"), StopTakes);
            return;
        }
    }

    private void End(string why, TimeSpan gently)
    {
        if (_isOver) return;
        _signals.Fail(why);
        _ = AbortLaterAsync(gently);
    }

    private async Task AbortLaterAsync(TimeSpan delay)
    {
        await Task.Delay(delay, _time);
        if (!_isOver) _signals.Abort();
    }
}
