namespace Dyno.Observation;

/// <summary>
/// An EventPipe session with one .NET process. Its own thread hands the events to a <see cref="RuntimeTimeline"/>, until the session
/// is disposed or the process ends.
/// </summary>
public sealed class RuntimeSession : IAsyncDisposable
{
    private const int BufferMegabytes = 16;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan LongestSecond = TimeSpan.FromSeconds(1.6);
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(20);

    private readonly EventPipeSession _session;
    private readonly MeterEvents _meters;
    private readonly Task _reading;
    private bool _isDisposed;

    private RuntimeSession(EventPipeSession session, ObserveLevel level, string name)
    {
        _session = session;
        Timeline = new RuntimeTimeline(level);
        _meters = new MeterEvents(name, Timeline);
        _reading = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    internal RuntimeTimeline Timeline { get; }

    /// <summary>Attaches to a process, or to the .NET process that it has started.</summary>
    /// <param name="level">How much the session asks for.</param>
    public static async Task<RuntimeAttachment> AttachAsync(int processId, ObserveLevel level, CancellationToken cancellation)
    {
        if (level == ObserveLevel.Off) return RuntimeAttachment.Nothing;
        var found = DotnetProcess.Find(HostFiles.Machine, processId);
        if (found.Id is not { } id) return new RuntimeAttachment(null, found.Missing);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            var name = Guid.NewGuid().ToString();
            var providers = RuntimeProviders.For(level, name);
            var session = await new DiagnosticsClient(id).StartEventPipeSessionAsync(providers, requestRundown: false, BufferMegabytes, limit.Token);
            return new RuntimeAttachment(new RuntimeSession(session, level, name), null);
        }
        catch (Exception e) when (IsOfTheOtherSide(e) && !cancellation.IsCancellationRequested)
        {
            return new RuntimeAttachment(null, e is OperationCanceledException ? "its runtime did not answer in time" : $"its runtime refused: {FirstSentence(e.Message)}");
        }
    }

    /// <summary>Waits for the first count of requests after now: the server counts once a second.</summary>
    /// <returns>The requests that the server counted since the session began; null when it does not count them.</returns>
    public async Task<long?> ServedAsync(CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetUtcNow().UtcDateTime;
        for (var waited = TimeSpan.Zero; waited < LongestSecond && !cancellation.IsCancellationRequested && !_reading.IsCompleted; waited += Glance)
        {
            if (Timeline.ServedAfter(since) is { } served) return served;
            await Task.Delay(Glance, TimeProvider.System, CancellationToken.None);
        }
        return null;
    }

    /// <summary>Ends the session; waits a few seconds at most for events that are still on their way.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, true)) return;
        using var limit = new CancellationTokenSource(Patience);
        try
        {
            await _session.StopAsync(limit.Token);
        }
        catch (Exception e) when (IsOfTheOtherSide(e))
        {
            // The process has ended, and the stream with it.
        }
        await Task.WhenAny(_reading, Task.Delay(Patience, TimeProvider.System));
        _session.Dispose();
        await _reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    // The diagnostics library explains at length what may be wrong with folders and containers.
    private static string FirstSentence(string message) => message.Split('\n')[0].Split(". ")[0].Trim().TrimEnd('.');

    private static bool IsOfTheOtherSide(Exception e) => e is DiagnosticsClientException or IOException or OperationCanceledException
        or TimeoutException or System.Net.Sockets.SocketException or UnauthorizedAccessException or ObjectDisposedException;

    private void Read()
    {
        try
        {
            using var source = new EventPipeEventSource(_session.EventStream);
            source.Dynamic.All += OnEvent;
            source.Clr.GCSuspendEEStart += OnSuspend;
            source.Clr.GCRestartEEStop += e => Timeline.Resumed(At(e));
            source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += e =>
                Timeline.ThreadPoolAdjusted(At(e), isStarvation: e.Reason == ThreadAdjustmentReason.Starvation);
            source.Process();
        }
        catch (Exception e) when (IsOfTheOtherSide(e) || e is FormatException or InvalidDataException or NullReferenceException)
        {
            // A process that is killed leaves part of an event behind, and the parser may fail in several ways.
        }
    }

    // Counts only suspensions for a collection; the debugger, the JIT and others suspend threads as well.
    private void OnSuspend(GCSuspendEETraceData e)
    {
        if (e.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep) Timeline.Suspended(At(e));
    }

    private void OnEvent(TraceEvent e)
    {
        if (e.EventName == "EventCounters") OnCounter(e);
        else if (e.ProviderName == RuntimeProviders.Meters) _meters.Take(e);
    }

    private void OnCounter(TraceEvent e)
    {
        if (e.PayloadValue(0) is not IDictionary<string, object> outer || outer["Payload"] is not IDictionary<string, object> counter) return;
        var value = counter.TryGetValue("Mean", out var mean) ? mean : counter["Increment"];
        Timeline.Counter(At(e), e.ProviderName, (string)counter["Name"], Convert.ToDouble(value, CultureInfo.InvariantCulture));
    }

    private static DateTime At(TraceEvent e) => e.TimeStamp.ToUniversalTime();
}

/// <summary>The outcome of an attempt to attach to a runtime.</summary>
/// <param name="Session">The session; null without one.</param>
/// <param name="Missing">
/// Why there is no session although one was asked for; null with a session, and when there is nothing to ask (level off, no .NET process).
/// </param>
public sealed record RuntimeAttachment(RuntimeSession? Session, string? Missing)
{
    public static RuntimeAttachment Nothing { get; } = new(null, null);
}
