using System.Net.Http.Headers;

namespace Dyno.Scenarios;

/// <summary>
/// One <see cref="Http.Send(HttpClient, HttpRequestMessage)"/> on a worker's loop; the code that awaits the answer continues there.
/// After its answer, the object is used again by the same thread, which belongs to one run.
/// </summary>
internal sealed class LoopSend : LoopExchange
{
    private const int MaxSpares = 1024;

    [ThreadStatic]
    private static Stack<LoopSend>? _spares;

    private readonly HttpUse? _use = HttpUse.Current;
    private DynoHttpClient _client = null!;
    private LoopClient _loop = null!;
    private AsyncTaskMethodBuilder<Response<HttpResponseMessage>> _answer; // a task source without its own object
    private CancellationTokenRegistration _cancellation;
    private int _redirects; // the most to follow from here

    private LoopSend()
    {
    }

    /// <summary>
    /// Sends on the loop of the calling thread. Null when the loop cannot send the request: not http or https, the bytes of the body are not
    /// available at once, or the token is cancelled.
    /// </summary>
    public static Task<Response<HttpResponseMessage>>? TryBegin(DynoHttpClient client, LoopClient loop, HttpRequestMessage request, Uri url,
        HttpRequestHeaders? defaults, CancellationToken cancellationToken)
    {
        var isPlain = ReferenceEquals(url.Scheme, Uri.UriSchemeHttp);
        if ((!isPlain && !ReferenceEquals(url.Scheme, Uri.UriSchemeHttps)) || cancellationToken.IsCancellationRequested) return null;
        if ((request.Content is { } content ? MessageBodies.Of(content) : ReadOnlyMemory<byte>.Empty) is not { } body) return null;
        var send = (_spares ??= new Stack<LoopSend>()).TryPop(out var spare) ? spare : new LoopSend();
        var version = WireHandler.VersionOf(request);
        isPlain &= version != WireVersion.Http2 && !client.Options.UseCookies;
        return send.Begin(client, loop, request, url, body, defaults, isPlain ? null : version, cancellationToken);
    }

    private Task<Response<HttpResponseMessage>> Begin(DynoHttpClient client, LoopClient loop, HttpRequestMessage request, Uri url,
        ReadOnlyMemory<byte> body, HttpRequestHeaders? defaults, WireVersion? wired, CancellationToken cancellationToken)
    {
        (_client, _loop) = (client, loop);
        _answer = AsyncTaskMethodBuilder<Response<HttpResponseMessage>>.Create();
        var answer = _answer.Task;
        Renew(request, url, body);
        (Timeout, MaxBodyBytes, Defaults, CanBeCut) = (client.SendTimeout, client.MostBodyBytes, defaults, cancellationToken.CanBeCanceled);
        _redirects = client.Options.MaxRedirects;
        if (CanBeCut)
            _cancellation = cancellationToken.UnsafeRegister(static send => ((LoopSend)send!)._loop.Cancel((LoopSend)send), this);
        if (wired is { } version) SendByWire(IsBareGet ? client.BareGetOf(url, version) : ToWire(version));
        else loop.Send(this);
        return answer;
    }

    protected override void Ended()
    {
        var follows = IsRedirect && _redirects > 0;
        if (follows && Redirect() is { } next)
        {
            Follow(next);
            return;
        }
        _use?.Resent(Resends);
        var (answer, outcome) = (_answer, follows ? LeadsNowhere() : Outcome());
        // An exchange with a cancellation is not used again: a token that is being cancelled just now may still ask for the end of this exchange.
        if (!CanBeCut && IsForgotten && AsyncWorker.Current is not null) GiveBack();
        else _cancellation.Unregister();
        answer.SetResult(outcome); // the waiting code continues inside this call
    }

    private void Follow(WireRequest next)
    {
        _redirects--;
        WireMessages.Follow(Request, next);
        Defaults = null; // the message has them now
        GoOn(next);
        if (ReferenceEquals(next.Url.Scheme, Uri.UriSchemeHttp)) _loop.Send(this);
        else SendByWire(next);
        if (_cancellation.Token.IsCancellationRequested) _loop.Cancel(this); // cancelled between the two requests
    }

    private void SendByWire(WireRequest request) => _loop.Send(this, request, _redirects, _client.Network, _client.Options);

    private void GiveBack()
    {
        Clear();
        (_client, _loop, _answer) = (null!, null!, default);
        if (_spares is { Count: < MaxSpares } spares) spares.Push(this);
    }

    private Response<HttpResponseMessage> LeadsNowhere() =>
        Http.NoAnswer(RequestErrorKind.Protocol, $"the redirect to '{Head!.Header("Location")}' leads to no http or https URL");

    private Response<HttpResponseMessage> Outcome()
    {
        if (Error == RequestErrorKind.Timeout) return Response.Failed<HttpResponseMessage>(Error, Response.TimeoutStatus, ErrorText);
        if (Error != RequestErrorKind.None) return Http.NoAnswer(Error, ErrorText);
        return Wired is { } wired ? Outcome(wired) : Outcome(Head!);
    }

    private Response<HttpResponseMessage> Outcome(WireResponse wired)
    {
        if (wired.Body.Length > MaxBodyBytes) return Http.NoAnswer(RequestErrorKind.Protocol, $"the body exceeds {MaxBodyBytes} bytes");
        _use?.Saw(_client, WireMessages.VersionOf(wired.Protocol));
        WireMessages.Follow(Request, wired);
        return WireAnswer.Of(Request, wired);
    }

    private Response<HttpResponseMessage> Outcome(AnswerHead head)
    {
        var body = AnswerBody;
        try
        {
            if (head.ContentEncoding is not null) body = DecodedBody();
        }
        catch (InvalidDataException damaged)
        {
            return Http.NoAnswer(RequestErrorKind.Protocol, damaged.Message);
        }
        _use?.Saw(_client, WireMessages.VersionOf(head));
        return WireAnswer.Of(Request, head, body, !body.Equals(AnswerBody), BytesReceived);
    }
}
