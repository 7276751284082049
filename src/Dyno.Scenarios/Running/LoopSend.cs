using Dyno.Http.Linux.Clients;
using Dyno.Load.Engine;

namespace Dyno.Scenarios.Running;

/// <summary>One <see cref="Http.Send(HttpClient, HttpRequestMessage)"/> on a worker's loop: the code that awaits it goes on there.</summary>
internal sealed class LoopSend(DynoHttpClient client, HttpRequestMessage request, Uri url, ReadOnlyMemory<byte> body)
    : LoopExchange(request, url, body)
{
    // Without RunContinuationsAsynchronously on purpose: the loop hands over outside of its lock.
    private readonly TaskCompletionSource<Response<HttpResponseMessage>> _source = new();
    private readonly HttpUse? _use = HttpUse.Current;
    private CancellationTokenRegistration _cancellation;

    public Task<Response<HttpResponseMessage>> Task => _source.Task;

    public void Begin(LoopClient loop, CancellationToken cancellationToken)
    {
        if (cancellationToken.CanBeCanceled)
            _cancellation = cancellationToken.UnsafeRegister(static (state, token) =>
            {
                var (send, loop) = ((LoopSend, LoopClient))state!;
                loop.Cancel(send);
            }, (this, loop));
        loop.Send(this);
    }

    protected override void Ended()
    {
        _cancellation.Unregister();
        if (IsRedirect) _ = FollowAsync();
        else _source.TrySetResult(Outcome());
    }

    private Response<HttpResponseMessage> Outcome()
    {
        if (Error == RequestErrorKind.Timeout) return Response.Failed<HttpResponseMessage>(Error, Response.TimeoutStatus, ErrorText);
        if (Error != RequestErrorKind.None) return Http.NoAnswer(Error, ErrorText);
        try
        {
            var answer = WireMessages.AnswerOf(Request, Status, ReasonPhrase, IsHttp10, Headers, DecodedBody());
            _use?.Saw(client, answer.Version);
            return Http.Judge(answer, BytesReceived);
        }
        catch (InvalidDataException damaged)
        {
            return Http.NoAnswer(RequestErrorKind.Protocol, damaged.Message);
        }
    }

    // Redirects are rare under load: the rest of the way goes through the client that knows their rules.
    private async Task FollowAsync()
    {
        if (Redirect() is not { } next)
        {
            _source.TrySetResult(Http.NoAnswer(RequestErrorKind.Protocol, $"the redirect to '{Header("Location")}' leads to no http or https URL"));
            return;
        }
        var answer = await client.Wire.SendAsync(next with { MaxRedirects = client.Options.MaxRedirects - 1, Timeout = Timeout }).ConfigureAwait(false);
        if (answer.Error == RequestErrorKind.None)
        {
            var message = WireMessages.AnswerOf(Request, answer.Status, answer.ReasonPhrase, answer.Protocol == "HTTP/1.0", answer.Headers, answer.Body);
            _use?.Saw(client, message.Version);
            _source.TrySetResult(Http.Judge(message, answer.BytesReceived));
        }
        else _source.TrySetResult(answer.Error == RequestErrorKind.Timeout
            ? Response.Failed<HttpResponseMessage>(answer.Error, Response.TimeoutStatus, answer.ErrorText)
            : Http.NoAnswer(answer.Error, answer.ErrorText));
    }
}
