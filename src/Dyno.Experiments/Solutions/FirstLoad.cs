namespace Dyno.Experiments;

/// <summary>A load for an API that no one has measured yet.</summary>
/// <param name="Kind">The kind of API, in words.</param>
/// <param name="What">What is sent, in words.</param>
/// <param name="Url">A URL or a path for the experiment; null when there is a file.</param>
/// <param name="File">A file of the project, by its full path, or the name of the one that <paramref name="NewText"/> is for.</param>
/// <param name="NewText">The text of a file to write beside the experiment; null when the file exists, or there is none.</param>
/// <param name="Proto">Full path of a .proto file with the types of the call; null for other loads.</param>
/// <param name="IsFound">Whether the sources or a file of the project say what to send.</param>
internal sealed record FirstLoad(string Kind, string What, string? Url, string? File = null, string? NewText = null, string? Proto = null, bool IsFound = true)
{
    /// <summary>The load for a project: its own file of requests, otherwise what its sources serve, otherwise <c>/</c>.</summary>
    public static FirstLoad Of(ProjectSources sources, string? requestFile)
    {
        var (call, hub) = (GrpcContracts.FirstCallOf(sources), SignalRHub.FirstOf(sources));
        var (minimal, routed) = (HttpEndpoints.FirstOf(HttpEndpoints.Minimal(sources)), HttpEndpoints.FirstOf(HttpEndpoints.OfControllers(sources)));
        var kind = call is not null ? "a gRPC service" : routed is not null ? "an API of controllers" : minimal is not null && minimal != "/" ? "a minimal API"
            : hub is not null ? "a SignalR hub" : minimal is not null ? "a minimal API" : "a web project";
        if (requestFile is not null) return new FirstLoad(kind, "its file of requests", null, requestFile);
        if (call is var (file, path)) return new FirstLoad(kind, $"calls of {path[1..]}", "grpc://localhost" + path, Proto: file);
        if (hub is not null && kind == "a SignalR hub") return new FirstLoad(kind, $"calls of {hub.Method} at {hub.Path}", null, "hub.js", hub.Script);
        return (routed ?? minimal) is { } found ? new FirstLoad(kind, $"GET {found}", found) : new FirstLoad(kind, "GET /", "/", IsFound: false);
    }
}
