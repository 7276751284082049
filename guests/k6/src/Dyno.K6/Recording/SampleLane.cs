namespace Dyno.K6;

/// <summary>
/// The samples of one worker: everything its virtual users hand over, counted under one lock that is held for a fraction
/// of a microsecond per iteration.
/// </summary>
internal sealed class SampleLane(RunMetrics metrics, MetricRecorder recorder)
{
    private static readonly ImmutableSortedDictionary<string, string> NoTags =
        ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);
    private static readonly ImmutableSortedDictionary<string, string> Expected = NoTags.Add("expected_response", "true");
    private static readonly ImmutableSortedDictionary<string, string> Unexpected = NoTags.Add("expected_response", "false");

    private readonly SampleParts? _parts = metrics.KeepsParts ? new SampleParts() : null;
    private long[] _passes = new long[16];
    private long[] _fails = new long[16];

    /// <summary>Values by scenario and group; null when they are not kept.</summary>
    public SampleParts? Parts => _parts;

    /// <summary>Requests whose answer only redirected to another request; setup and teardown count, as in <c>http_reqs</c>.</summary>
    public long Redirects { get; private set; }

    public long PassesOf(int check) => check < Volatile.Read(ref _passes).Length ? _passes[check] : 0;

    public long FailsOf(int check) => check < Volatile.Read(ref _fails).Length ? _fails[check] : 0;

    /// <summary>Takes what a virtual user measured. The caller holds the worker's lock.</summary>
    /// <param name="samples">The samples; emptied.</param>
    /// <param name="phase">The phase's recorder; null outside of one (setup, teardown).</param>
    /// <param name="nowNanos">The time now, in nanoseconds on the run's clock.</param>
    public void Take(SampleBuffer samples, Recorder? phase, long nowNanos)
    {
        TakeEvents(in samples.Frame, phase, nowNanos);
        TakeBytes(samples, phase, nowNanos);
        foreach (ref readonly var request in samples.Requests)
        {
            if (phase is not null) Record(in request, phase);
            TakeRequest(in request);
        }
        samples.Clear();
    }

    /// <summary>An iteration that ended by itself.</summary>
    public void TakeIteration(long startNanos, long endNanos, int tags)
    {
        Add(metrics.Iterations, 1, endNanos, metrics.TagSets[tags]);
        Add(metrics.IterationDuration, (endNanos - startNanos) / 1e6, endNanos, metrics.TagSets[tags]);
    }

    public void Add(Metric metric, double value, long nanos, ImmutableSortedDictionary<string, string> tags)
    {
        recorder.Add(metric, value, tags);
        _parts?.Add(metric, value, tags);
        metrics.Sink?.Add(metric.Definition, value, nanos, tags);
    }

    private void TakeEvents(in SharedNumbers frame, Recorder? phase, long nowNanos)
    {
        var count = (int)frame[Frame.Events];
        for (var i = 0; i < count; i++)
        {
            var at = Frame.Log + i * Frame.EventSize;
            var code = (int)frame[at];
            var tags = metrics.TagSets[(int)frame[at + 2]];
            if (code >= 0) Add(metrics[code], frame[at + 1], nowNanos, tags);
            else TakeCheck(-1 - code, frame[at + 1] != 0, nowNanos, tags, phase);
        }
    }

    private void TakeBytes(SampleBuffer samples, Recorder? phase, long nowNanos)
    {
        var (sent, received) = samples.Bytes.Take();
        if (sent == 0 && received == 0) return;
        var tags = metrics.TagSets[(int)samples.Frame[Frame.Tags]];
        Add(metrics.DataSent, sent, nowNanos, tags);
        Add(metrics.DataReceived, received, nowNanos, tags);
        phase?.Sent(sent);
        phase?.Unaccounted(received);
    }

    private void TakeCheck(int check, bool passed, long nowNanos, ImmutableSortedDictionary<string, string> tags, Recorder? phase)
    {
        if (check >= _passes.Length)
        {
            Array.Resize(ref _fails, (check + 1) * 2);
            Array.Resize(ref _passes, (check + 1) * 2);
        }
        (passed ? _passes : _fails)[check]++;
        phase?.Check(check, passed);
        _parts?.AddCheck(check, passed, tags);
        if (metrics.Checks.HasSubMetrics || metrics.Sink is not null)
            tags = tags.SetItem("check", metrics.CheckNames[check].Name);
        Add(metrics.Checks, passed ? 1 : 0, nowNanos, tags);
    }

    private static void Record(in HttpSample request, Recorder phase)
    {
        if (request.Error == RequestErrorKind.None)
        {
            // As http_req_failed counts, for which the script may say what statuses it expects. Where the script wants no http_req_failed,
            // statuses from 400 on are failures.
            var failed = request.Expected < 0 ? request.Status >= 400 : request.Expected == 0;
            phase.Answered(request.Step, request.IntendedNanos, request.StartNanos, request.EndNanos, request.Status, request.BytesReceived, failed);
        }
        else
        {
            phase.Failed(request.Step, request.IntendedNanos, request.StartNanos, request.EndNanos, request.Error);
            if (phase.WantsExample(request.Error)) phase.Example(request.Error, request.ErrorText ?? "");
        }
        phase.Sent(request.BytesSent);
        phase.Resent(request.Resends);
        if (request.IsRedirect) phase.Redirected();
        if (!request.IsNewConnection) return;
        phase.Connected(request.Timings.ConnectingNanos, again: false);
        if (request.Timings.TlsHandshakingNanos > 0) phase.Handshaken(request.Timings.TlsHandshakingNanos);
    }

    private void TakeRequest(in HttpSample request)
    {
        var tags = request.Tags ?? (request.Expected == 1 ? Expected : request.Expected == 0 ? Unexpected : NoTags);
        var (timings, at) = (request.Timings, request.EndNanos);
        if (request.IsRedirect) Redirects++;
        Add(metrics.HttpReqs, 1, at, tags);
        if (request.Expected >= 0) Add(metrics.HttpReqFailed, request.Expected == 0 ? 1 : 0, at, tags);
        Add(metrics.HttpReqDuration, timings.DurationNanos / 1e6, at, tags);
        Add(metrics.HttpReqBlocked, (timings.BlockedNanos + timings.ConnectingNanos + timings.TlsHandshakingNanos) / 1e6, at, tags);
        Add(metrics.HttpReqConnecting, timings.ConnectingNanos / 1e6, at, tags);
        Add(metrics.HttpReqTlsHandshaking, timings.TlsHandshakingNanos / 1e6, at, tags);
        Add(metrics.HttpReqSending, timings.SendingNanos / 1e6, at, tags);
        Add(metrics.HttpReqWaiting, timings.WaitingNanos / 1e6, at, tags);
        Add(metrics.HttpReqReceiving, timings.ReceivingNanos / 1e6, at, tags);
        var ofConnection = request.Tags is null ? NoTags : metrics.TagSets[request.TagSet]; // bytes are counted without the tags of a URL
        Add(metrics.DataSent, request.BytesSent, at, ofConnection);
        Add(metrics.DataReceived, request.BytesReceived, at, ofConnection);
    }
}
