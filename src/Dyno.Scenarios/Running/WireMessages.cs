using System.Collections.Immutable;
using System.Net;
using Dyno.Http.Clients;
using Dyno.Http.Linux;
using Dyno.Http.Requests;

namespace Dyno.Scenarios.Running;

/// <summary>Converts answers of the wire client to .NET's messages.</summary>
internal static class WireMessages
{
    public static HttpResponseMessage AnswerOf(HttpRequestMessage request, WireResponse answer) => AddHeaders(
        MessageOf(request, answer.Status, answer.ReasonPhrase, VersionOf(answer.Protocol), answer.Body), answer.Headers);

    /// <summary>Answers with the same head share one prepared message, whose headers are copied and not added one by one.</summary>
    public static HttpResponseMessage AnswerOf(HttpRequestMessage request, AnswerHead head, ReadOnlyMemory<byte> body)
    {
        var message = MessageOf(request, head.Status, head.ReasonPhrase, VersionOf(head), body);
        var pattern = (HttpResponseMessage)(head.Prepared ??= AddHeaders(MessageOf(null, head.Status, "", VersionOf(head), default), head.Headers));
        MessageHeaders.Copy(message.Headers, pattern.Headers);
        MessageHeaders.Copy(message.Content.Headers, pattern.Content.Headers);
        return message;
    }

    private static Version VersionOf(AnswerHead head) => head.IsHttp10 ? HttpVersion.Version10 : HttpVersion.Version11;

    private static Version VersionOf(string protocol) => protocol switch
    {
        "HTTP/1.0" => HttpVersion.Version10,
        "HTTP/2.0" => HttpVersion.Version20,
        _ => HttpVersion.Version11,
    };

    private static HttpResponseMessage MessageOf(HttpRequestMessage? request, int status, string reason, Version version, ReadOnlyMemory<byte> body) =>
        new((HttpStatusCode)status)
        {
            ReasonPhrase = reason,
            RequestMessage = request,
            Version = version,
            Content = new ReadOnlyMemoryContent(body),
        };

    private static HttpResponseMessage AddHeaders(HttpResponseMessage message, ImmutableArray<HeaderField> headers)
    {
        foreach (var (name, value) in headers)
            if (!message.Headers.TryAddWithoutValidation(name, value)) message.Content.Headers.TryAddWithoutValidation(name, value);
        return message;
    }
}
