namespace Dyno.Http;

/// <summary>
/// The way of a <see cref="LoopExchange"/> over a wire client, with its redirects. All members are called under the loop's lock. Reused with
/// its exchange.
/// </summary>
[SuppressMessage("Reliability", "CA2012", Justification = "awaited by hand: each is taken once, when it has ended")]
internal sealed class WireCall
{
    private readonly LoopExchange _exchange;
    private readonly Action _sent;
    private readonly Action<WireResponse?> _answered;
    private LoopClient? _loop; // null when no request is on its way
    private WireClient _client = null!;
    private WireRequest _request = null!;
    private int _redirects;
    private CancellationTokenSource? _cut;
    private ConfiguredValueTaskAwaitable<WireResponse>.ConfiguredValueTaskAwaiter _sending;

    public WireCall(LoopExchange exchange) => (_exchange, _sent, _answered) = (exchange, Sent, Answered);

    /// <summary>Sends a request and follows so many redirects.</summary>
    public void Begin(LoopClient loop, WireClient client, WireRequest request, int redirects)
    {
        (_loop, _client, _redirects) = (loop, client, redirects);
        _cut = _exchange.CanBeCut ? new CancellationTokenSource() : null; // the caller's own token may be cancelled on any thread
        Guard(request, null);
    }

    /// <summary>Gives the request up: its connection is closed. Without a token the time-out of the request, which is the same, does it.</summary>
    public void Cut() => _cut?.Cancel();

    private void Send(WireRequest request)
    {
        _request = request.MaxRedirects == 0 ? request : request with { MaxRedirects = 0 };
        var left = TimeSpan.FromTicks(Math.Max(0, _exchange.LastNanos - _loop!.Clock.NowNanos) / 100);
        if (_cut is null && _client.TrySend(_request, left, _answered, default)) return;
        _sending = _client.SendAsync(_request, left, _cut?.Token ?? default).ConfigureAwait(false).GetAwaiter();
        if (_sending.IsCompleted) Sent();
        else _sending.UnsafeOnCompleted(_sent);
    }

    private void Sent()
    {
        WireResponse? answer = null;
        try
        {
            answer = _sending.GetResult();
        }
        catch (OperationCanceledException)
        {
            // Given up: there is no answer.
        }
        catch (Exception e)
        {
            Fail(e);
            return;
        }
        Answered(answer);
    }

    private void Answered(WireResponse? answer) => Guard(null, answer);

    // Sends a request or takes an answer. An exception would end the worker, which turns the loop, and leave the exchange unfinished.
    private void Guard(WireRequest? request, WireResponse? answer)
    {
        try
        {
            if (request is not null) Send(request);
            else Take(answer);
        }
        catch (Exception e)
        {
            Fail(e);
        }
    }

    private void Fail(Exception e) => Forget()?.Fail(_exchange, e.Message);

    private void Take(WireResponse? answer)
    {
        if (answer is not null && _redirects > 0 && !_exchange.IsOver && RedirectRules.IsRedirect(_request, answer, asHttpClient: true))
        {
            if (RedirectRules.Follow(_request, answer, asHttpClient: true) is { } next)
            {
                _redirects--;
                _exchange.Resends += answer.Resends;
                Send(next);
                return;
            }
            answer = WireClient.BadRedirect(_request, answer);
        }
        Forget()?.Take(_exchange, answer);
    }

    // The object waits for its next exchange, and must not keep the last request with its body alive.
    private LoopClient? Forget()
    {
        var loop = _loop;
        (_loop, _client, _request, _cut, _sending) = (null, null!, null!, null, default);
        return loop;
    }
}
