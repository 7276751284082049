namespace Dyno.Http;

/// <summary>
/// One virtual user: sends the requests of a sequence in order, keeps their exchanges for later requests, and discards them before the
/// next pass.
/// </summary>
internal sealed class SequenceUser : IVirtualUser, IDisposable
{
    private readonly SequenceWorkload _workload;
    private readonly WireClient _client;
    private readonly FeedRows _rows;
    private readonly EngineClock _clock;
    private readonly SequenceValues _values;
    private readonly int[] _progress;
    private readonly bool _keepsAnswers;
    private readonly int _index;
    private readonly OnceAnswers _own;
    private bool _hasConnected;

    public SequenceUser(SequenceWorkload workload, WireNetwork network, Http2Pool? connections, FeedRows rows, WorkerContext context, int index)
    {
        (_workload, _rows, _clock, _index) = (workload, rows, context.Clock, index);
        _client = new WireClient(network, new WireClientOptions
        {
            Timeout = workload.Options.Timeout,
            MaxRedirects = 0,
            Version = connections is null ? WireVersion.Http11 : WireVersion.Http2,
            Http2 = connections,
        });
        var random = new Random(unchecked((int)(context.Seed ^ (context.Seed >> 32)) + index * 0x3C6EF372));
        _values = new SequenceValues(workload.Options.Feed, new ValueMaker(random, context.Clock.Provider) { User = index * context.Count + context.Index });
        _progress = new int[workload.CheckSet.Count];
        _own = new OnceAnswers(workload.Requests.Length);
        _keepsAnswers = workload.CheckSet.ReadsBody;
    }

    public async ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken)
    {
        _client.Cookies.Clear();
        _values.Begin(_rows.Take(_index));
        var intended = context.IntendedNanos;
        for (var step = 0; step < _workload.Requests.Length; step++)
        {
            if (_workload.Requests[step].Once is { } once)
            {
                if (await ReusesAsync(context, step, intended, once, cancellationToken)) continue;
            }
            else await RequestAsync(context, step, intended, cancellationToken);
            intended = _clock.NowNanos;
            if (_workload.Options.Delay <= TimeSpan.Zero) continue;
            await Task.Delay(_workload.Options.Delay, _clock.Provider, cancellationToken);
            intended += _workload.Options.Delay.Ticks * 100;
        }
    }

    public void Dispose() => _client.Dispose();

    // Sends a request that is sent once; true when it was sent before, so that its answer is used again and nothing took time.
    private async ValueTask<bool> ReusesAsync(IterationContext context, int step, long intended, OnceFor once, CancellationToken cancellationToken)
    {
        var answers = once == OnceFor.AllUsers ? _workload.Once : _own;
        if (Reuses(answers, step)) return true;
        await answers.EnterAsync(cancellationToken);
        try
        {
            if (Reuses(answers, step)) return false; // another virtual user sent it while this one waited
            var (request, response) = await RequestAsync(context, step, intended, cancellationToken);
            answers.Keep(step, request, response);
            return false;
        }
        finally
        {
            answers.Leave();
        }
    }

    private bool Reuses(OnceAnswers answers, int step)
    {
        var plan = _workload.Requests[step];
        if (answers.Find(step) is not { } known) return false;
        if (plan.KeepsCookies) known.Restore(_client.Cookies);
        if (plan.Label is { } label) _values.Keep(label, known.Request, known.Response);
        return true;
    }

    private async ValueTask<(WireRequest Request, WireResponse Response)> RequestAsync(
        IterationContext context, int step, long intended, CancellationToken cancellationToken)
    {
        var plan = _workload.Requests[step];
        var events = new EventArrivals(_clock);
        var request = _values.Fill(plan) with
        {
            BodySink = events,
            DiscardBody = plan.Label is null && !_keepsAnswers && !_workload.CheckSet.ReadsSize,
            IgnoresCookies = !plan.KeepsCookies,
        };
        var trace = _values.Trace;
        var start = _clock.NowNanos;
        if (context.IntendedNanos == context.StartNanos && intended == context.IntendedNanos) intended = start;
        var response = await _client.SendAsync(request, cancellationToken);
        var end = _clock.NowNanos;
        Record(context, response);
        if (!trace.IsNone) context.Traced(new TracedEnd(step, trace, intended, start, end, AnswerOutcome.Of(response.Error, response.Status)));
        if (response.Error != RequestErrorKind.None)
        {
            var example = context.WantsExample(response.Error) ? $"{plan.Name}: {response.ErrorText}" : null;
            context.Failed(step, intended, start, end, response.Error, example);
            for (var i = 0; i < _workload.CheckSet.Count; i++)
                if (_workload.CheckSet.AppliesTo(i, step)) context.Check(i, false);
            return (request, response);
        }

        context.Answered(step, intended, start, end, response.Status, response.BytesReceived);
        if (events.Nanos.Count > 0) RecordEvents(context, _workload.EventStepOf(step), intended, start, events.Nanos);
        if (RedirectRules.IsRedirect(response)) context.Redirected();
        Check(context, step, response, end - start);
        if (plan.Label is { } label) _values.Keep(label, request, response);
        return (request, response);
    }

    // The first event is timed from the start of the request, each further event from the event before it.
    private static void RecordEvents(IterationContext context, int first, long intended, long start, IReadOnlyList<long> events)
    {
        context.Part(first, intended, start, events[0]);
        for (var i = 1; i < events.Count; i++) context.Part(first + 1, events[i - 1], events[i - 1], events[i]);
    }

    private void Record(IterationContext context, WireResponse response)
    {
        context.Sent(response.BytesSent);
        if (response.Resends > 0) context.Resent(response.Resends);
        if (response.IsConnectionReused || response.Timings.ConnectingNanos == 0) return;
        context.Connected(response.Timings.ConnectingNanos, again: _hasConnected);
        if (response.Timings.TlsHandshakingNanos > 0) context.Handshaken(response.Timings.TlsHandshakingNanos);
        _hasConnected = true;
    }

    private void Check(IterationContext context, int step, WireResponse response, long serviceNanos)
    {
        var checks = _workload.CheckSet;
        if (checks.Count == 0) return;
        Array.Clear(_progress);
        checks.OnHead(_progress, response.Status, Encoding.Latin1.GetBytes(HeadOf(response)));
        checks.OnBody(_progress, response.Body.Span);
        var held = checks.Finish(_progress, response.Body.Length);
        for (var i = 0; i < checks.Count; i++)
            if (checks.AppliesTo(i, step)) context.Check(i, checks.Passes(i, held, serviceNanos));
    }

    private static string HeadOf(WireResponse response)
    {
        var head = new StringBuilder($"{response.Protocol} {response.Status} {response.ReasonPhrase}\r\n");
        foreach (var header in response.Headers) head.Append(header.Name).Append(": ").Append(header.Value).Append("\r\n");
        return head.Append("\r\n").ToString();
    }
}
