namespace Dyno.Inputs;

/// <summary>The option HttpProtocolVersion decides the version of HTTP; as in WebSurge, the versions of the request lines do not count.</summary>
internal static class SessionVersion
{
    public static ImmutableArray<RequestDraft> Decide(ImmutableArray<RequestDraft> requests, HttpVersionChoice? option, SourcePlace place)
    {
        if (option is null && requests.FirstOrDefault(r => r.Version is not null) is { Version: { } asked } first)
        {
            var version = asked == HttpVersionChoice.Http2 ? 2 : 3;
            first.In(place).Warning($"the version HTTP/{version} in the request line has no effect", $"use --http{version} for HTTP/{version}");
        }

        var spoken = option == HttpVersionChoice.Http11 ? null : option;
        return [.. requests.Select(r => r with { Version = spoken })];
    }
}
