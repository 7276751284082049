namespace Dyno.Http;

/// <summary>One virtual user: sends the requests of a pass, one after another, and reads each answer to its end.</summary>
internal sealed class HttpClientUser : IVirtualUser, IDisposable
{
    private readonly HttpClientWorkload _workload;
    private readonly HttpMessageInvoker _client;
    private readonly FeedRows _rows;
    private readonly EngineClock _clock;
    private readonly RequestTemplate[] _requests;
    private readonly int[]? _order;
    private readonly Random _random;
    private readonly ValueMaker _values;
    private readonly byte[] _buffer = new byte[16 * 1024];
    private readonly int[] _progress;
    private readonly int _index;
    private CancellationTokenSource _patience = new();

    public HttpClientUser(HttpClientWorkload workload, HttpMessageInvoker client, FeedRows rows, WorkerContext context, int index)
    {
        (_workload, _client, _rows, _clock, _index) = (workload, client, rows, context.Clock, index);
        _requests = [.. workload.Session.Requests.Select(r => new RequestTemplate(r, workload.HttpVersion))];
        var isShuffled = workload.Session.Options.RandomOrder && workload.Session.Weighted is null && _requests.Length > 1;
        _order = isShuffled ? [.. Enumerable.Range(0, _requests.Length)] : null;
        _random = new Random(unchecked((int)(context.Seed ^ (context.Seed >> 32)) + (index * 0x3C6EF372)));
        _values = new ValueMaker(_random, context.Clock.Provider) { User = index * context.Count + context.Index };
        _progress = new int[workload.CheckSet.Count];
    }

    public async ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken)
    {
        var row = _rows.Take(_index);
        if (_order is not null) _random.Shuffle(_order);
        var intended = context.IntendedNanos;
        for (var position = 0; position < _workload.Session.PassLength; position++)
        {
            var step = _workload.Session.Weighted?.Draw(_random) ?? _order?[position] ?? position;
            await RequestAsync(context, step, row, intended, cancellationToken);
            if (cancellationToken.IsCancellationRequested) return;
            intended = _clock.NowNanos;
            if (_workload.Session.Options.Delay <= TimeSpan.Zero) continue;
            await Task.Delay(_workload.Session.Options.Delay, _clock.Provider, cancellationToken);
            intended += _workload.Session.Options.Delay.Ticks * 100;
        }
    }

    public void Dispose() => _patience.Dispose();

    private async ValueTask RequestAsync(IterationContext context, int step, int row, long intended, CancellationToken cancellationToken)
    {
        var template = _requests[step];
        var timeout = _workload.Session.Options.Timeout;
        var start = _clock.NowNanos;
        if (context.IntendedNanos == context.StartNanos && intended == context.IntendedNanos) intended = start;
        using var message = template.Create(row, _values);
        var trace = _values.Trace;
        message.Options.Set(HandlerFactory.Iteration, context);
        _patience.CancelAfter(timeout);
        using var cut = cancellationToken.UnsafeRegister(static p => ((CancellationTokenSource)p!).Cancel(), _patience);
        try
        {
            context.Sent(template.LastLength);
            using var response = await _client.SendAsync(message, _patience.Token);
            var answer = await ReadAsync(response);
            var end = _clock.NowNanos;
            context.Answered(step, intended, start, end, (int)response.StatusCode, answer.Bytes);
            if (!trace.IsNone)
                context.Traced(new TracedEnd(step, trace, intended, start, end, AnswerOutcome.Of(RequestErrorKind.None, (int)response.StatusCode)));
            if ((int)response.StatusCode is >= 300 and < 400 && response.Headers.Location is not null) context.Redirected();
            Check(context, step, answer.HeldChecks, end - start);
        }
        catch (Exception e)
        {
            if (cancellationToken.IsCancellationRequested) return;
            var isTimeout = e is OperationCanceledException && _patience.IsCancellationRequested;
            var kind = isTimeout ? RequestErrorKind.Timeout : ErrorKinds.Of(e);
            var end = isTimeout ? start + timeout.Ticks * 100 : _clock.NowNanos;
            var text = isTimeout ? $"no complete answer within {timeout.TotalSeconds} s" : ErrorKinds.Text(e);
            context.Failed(step, intended, start, end, kind, context.WantsExample(kind) ? $"{template.Name}: {text}" : null);
            if (!trace.IsNone) context.Traced(new TracedEnd(step, trace, intended, start, end, new AnswerOutcome(kind)));
            Fail(context, step);
        }
        finally
        {
            Rearm();
        }
    }

    private async ValueTask<(long Bytes, ulong HeldChecks)> ReadAsync(HttpResponseMessage response)
    {
        _workload.Protocols.Add($"HTTP/{(response.Version.Major > 1 ? response.Version.Major.ToString() : response.Version.ToString())}");
        // .NET ignores a Content-Length that is not a number and reads until the connection ends, which may never happen.
        if (response.Content.Headers.ContentLength is null && response.Content.Headers.NonValidated.TryGetValues("Content-Length", out var lengths) && lengths.Count > 0)
            throw new HttpRequestException(HttpRequestError.InvalidResponse, $"Content-Length is not a number of bytes: {lengths}");
        var checks = _workload.CheckSet;
        var head = HeadOf(response);
        if (checks.Count > 0) checks.OnHead(_progress, (int)response.StatusCode, Encoding.Latin1.GetBytes(head));
        var body = await response.Content.ReadAsStreamAsync(_patience.Token);
        long bytes = 0;
        for (int read; (read = await body.ReadAsync(_buffer, _patience.Token)) > 0; bytes += read)
            if (checks.ReadsBody) checks.OnBody(_progress, _buffer.AsSpan(0, read));
        return (head.Length + bytes, checks.Count > 0 ? checks.Finish(_progress, bytes) : 0);
    }

    /// <summary>The head as HTTP/1.1 would write it: input of the checks on headers, and the measure of the head's size.</summary>
    private static string HeadOf(HttpResponseMessage response)
    {
        var head = new StringBuilder($"HTTP/{response.Version} {(int)response.StatusCode} {response.ReasonPhrase}\r\n");
        foreach (var headers in new[] { response.Headers.NonValidated, response.Content.Headers.NonValidated })
            foreach (var header in headers)
                foreach (var value in header.Value) head.Append(header.Key).Append(": ").Append(value).Append("\r\n");
        return head.Append("\r\n").ToString();
    }

    private void Check(IterationContext context, int step, ulong held, long serviceNanos)
    {
        for (var i = 0; i < _workload.CheckSet.Count; i++)
            if (_workload.CheckSet.AppliesTo(i, step)) context.Check(i, _workload.CheckSet.Passes(i, held, serviceNanos));
    }

    private void Fail(IterationContext context, int step)
    {
        for (var i = 0; i < _workload.CheckSet.Count; i++)
            if (_workload.CheckSet.AppliesTo(i, step)) context.Check(i, false);
    }

    private void Rearm()
    {
        if (_patience.TryReset()) return;
        _patience.Dispose();
        _patience = new CancellationTokenSource();
    }
}
