using System.Collections.Immutable;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Scenarios.Running;

/// <summary>Hands the requests of an <see cref="HttpClient"/> to the wire client.</summary>
internal sealed class WireHandler(WireClient client) : HttpMessageHandler
{
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var body = request.Content is null ? default : (ReadOnlyMemory<byte>)await request.Content.ReadAsByteArrayAsync(cancellationToken);
        var answer = await client.SendAsync(new WireRequest
        {
            Method = request.Method.Method,
            Url = request.RequestUri!,
            Headers = HeadersOf(request),
            Body = body,
            Version = VersionOf(request),
        }, cancellationToken);
        HttpUse.Current?.Resent(answer.Resends);
        if (answer.Error == RequestErrorKind.Timeout) throw new TaskCanceledException(answer.ErrorText, new TimeoutException(answer.ErrorText));
        return answer.Error == RequestErrorKind.None
            ? WireMessages.AnswerOf(request, answer)
            : throw new WireException(answer.Error, answer.ErrorText);
    }

    /// <summary>The version on the wire for a request's version and policy, as .NET defines them.</summary>
    public static WireVersion VersionOf(HttpRequestMessage request) => (request.Version.Major, request.VersionPolicy) switch
    {
        ( < 2, HttpVersionPolicy.RequestVersionOrHigher) => WireVersion.Agreed,
        ( < 2, _) => WireVersion.Http11,
        (_, HttpVersionPolicy.RequestVersionOrLower) => WireVersion.Agreed,
        _ => WireVersion.Http2,
    };

    protected override void Dispose(bool disposing)
    {
        if (disposing) client.Dispose();
        base.Dispose(disposing);
    }

    private static ImmutableArray<HeaderField> HeadersOf(HttpRequestMessage request)
    {
        var own = request.Headers.NonValidated;
        var content = request.Content?.Headers.NonValidated ?? default;
        if (own.Count + content.Count == 0) return [];
        var headers = ImmutableArray.CreateBuilder<HeaderField>(own.Count + content.Count);
        foreach (var (name, values) in own)
            foreach (var value in values) headers.Add(new HeaderField(name, value));
        foreach (var (name, values) in content)
            foreach (var value in values) headers.Add(new HeaderField(name, value));
        return headers.ToImmutable();
    }
}

/// <summary>A request without an answer, with the kind of error.</summary>
internal sealed class WireException(RequestErrorKind kind, string text) : HttpRequestException(text)
{
    public RequestErrorKind Kind => kind;
}
