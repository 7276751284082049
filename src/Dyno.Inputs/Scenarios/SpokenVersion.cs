namespace Dyno.Inputs;

/// <summary>
/// The version of HTTP that a request of a file gets. On https both sides negotiate it. On plain http there is no negotiation, and the
/// tools from which such a file comes (editors, curl, WebSurge) send HTTP/1.1. So does Dyno, unless the file or the command line asks for
/// HTTP/2 explicitly: <c>HTTP/2 (Prior Knowledge)</c>, <c>--http2</c>.
/// </summary>
internal static class SpokenVersion
{
    public static ImmutableArray<RequestDraft> Decide(ImmutableArray<RequestDraft> requests, LoadRequest request, SourcePlace file)
    {
        if (request.HttpVersion is not null || requests.FirstOrDefault(r => IsGivenUp(r, request)) is not { } first) return requests;
        var version = first.Version == HttpVersionChoice.Http2 ? 2 : 3;
        first.In(file).Warning($"HTTP/{version} over http:// is sent as HTTP/1.1, as in editors: only https can negotiate the version",
            version == 2 ? "give --http2 to speak HTTP/2 without TLS" : "write https://");
        return [.. requests.Select(r => IsGivenUp(r, request) ? r with { Version = null } : r)];
    }

    private static bool IsGivenUp(RequestDraft draft, LoadRequest request) =>
        draft is { Version: HttpVersionChoice.Http2 or HttpVersionChoice.Http3, IsVersionExact: false, Grpc: null } && !IsSecure(draft, request);

    private static bool IsSecure(RequestDraft draft, LoadRequest request) => request.RebaseTo is { } subject
        ? subject.Scheme == Uri.UriSchemeHttps
        : VariableValue.Flatten(draft.Url).Written.StartsWith("https://", StringComparison.OrdinalIgnoreCase);
}
