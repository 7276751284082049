using System.Runtime.CompilerServices;
using Dyno.Http.Linux;
using Dyno.Load.Engine;

namespace Dyno.Scenarios.Running;

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
    private AsyncTaskMethodBuilder<Response<HttpResponseMessage>> _answer; // a task source without an object of its own
    private CancellationTokenRegistration _cancellation;

    private LoopSend()
    {
    }

    /// <summary>Sends on the loop of the calling thread.</summary>
    public static Task<Response<HttpResponseMessage>> Begin(
        DynoHttpClient client, LoopClient loop, HttpRequestMessage request, Uri url, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var send = (_spares ??= new Stack<LoopSend>()).TryPop(out var spare) ? spare : new LoopSend();
        return send.BeginThis(client, loop, request, url, body, cancellationToken);
    }

    private Task<Response<HttpResponseMessage>> BeginThis(
        DynoHttpClient client, LoopClient loop, HttpRequestMessage request, Uri url, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        _client = client;
        _answer = AsyncTaskMethodBuilder<Response<HttpResponseMessage>>.Create();
        var answer = _answer.Task;
        Renew(request, url, body);
        (Timeout, MaxBodyBytes, Defaults) = (client.SendTimeout, client.Options.MaxBodyBytes, client.DefaultRequestHeaders);
        if (cancellationToken.CanBeCanceled)
            _cancellation = cancellationToken.UnsafeRegister(static (state, token) =>
            {
                var (send, loop) = ((LoopSend, LoopClient))state!;
                loop.Cancel(send);
            }, (this, loop));
        loop.Send(this);
        return answer;
    }

    protected override void Ended()
    {
        _use?.Resent(Resends);
        if (IsRedirect) { _cancellation.Unregister(); _ = FollowAsync(); return; }
        var (answer, outcome) = (_answer, Outcome());
        // An exchange with a cancellation is not used again: a token that is being cancelled just now may still ask for the end of this exchange.
        if (_cancellation == default && IsForgotten && AsyncWorker.Current is not null) GiveBack();
        else _cancellation.Unregister();
        answer.SetResult(outcome); // the waiting code continues inside this call
    }

    private void GiveBack()
    {
        Clear();
        (_client, _answer) = (null!, default);
        if (_spares is { Count: < MaxSpares } spares) spares.Push(this);
    }

    private Response<HttpResponseMessage> Outcome()
    {
        if (Error == RequestErrorKind.Timeout) return Response.Failed<HttpResponseMessage>(Error, Response.TimeoutStatus, ErrorText);
        if (Error != RequestErrorKind.None) return Http.NoAnswer(Error, ErrorText);
        try
        {
            var answer = WireMessages.AnswerOf(Request, Head!, DecodedBody());
            _use?.Saw(_client, answer.Version);
            return Http.Judge(answer, BytesReceived);
        }
        catch (InvalidDataException damaged)
        {
            return Http.NoAnswer(RequestErrorKind.Protocol, damaged.Message);
        }
    }

    // Redirects are rare under load, so the client that knows their rules sends the further requests.
    private async Task FollowAsync()
    {
        if (Redirect() is not { } next)
        {
            _answer.SetResult(Http.NoAnswer(RequestErrorKind.Protocol, $"the redirect to '{Head!.Header("Location")}' leads to no http or https URL"));
            return;
        }
        var answer = await _client.Wire.SendAsync(next with { MaxRedirects = _client.Options.MaxRedirects - 1, Timeout = Timeout }).ConfigureAwait(false);
        _use?.Resent(answer.Resends);
        if (answer.Error == RequestErrorKind.None)
        {
            var message = WireMessages.AnswerOf(Request, answer);
            _use?.Saw(_client, message.Version);
            _answer.SetResult(Http.Judge(message, answer.BytesReceived));
        }
        else _answer.SetResult(answer.Error == RequestErrorKind.Timeout
            ? Response.Failed<HttpResponseMessage>(answer.Error, Response.TimeoutStatus, answer.ErrorText)
            : Http.NoAnswer(answer.Error, answer.ErrorText));
    }
}
