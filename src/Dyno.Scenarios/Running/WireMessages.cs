using System.Collections.Immutable;
using System.Net;
using Dyno.Http.Requests;

namespace Dyno.Scenarios.Running;

/// <summary>Answers of the wire client as .NET's messages.</summary>
internal static class WireMessages
{
    public static HttpResponseMessage AnswerOf(
        HttpRequestMessage request, int status, string reason, bool isHttp10, ImmutableArray<HeaderField> headers, ReadOnlyMemory<byte> body)
    {
        var message = new HttpResponseMessage((HttpStatusCode)status)
        {
            ReasonPhrase = reason,
            RequestMessage = request,
            Version = isHttp10 ? HttpVersion.Version10 : HttpVersion.Version11,
            Content = new ReadOnlyMemoryContent(body),
        };
        foreach (var (name, value) in headers)
            if (!message.Headers.TryAddWithoutValidation(name, value)) message.Content.Headers.TryAddWithoutValidation(name, value);
        return message;
    }
}
