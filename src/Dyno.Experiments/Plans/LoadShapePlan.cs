namespace Dyno.Experiments;

/// <summary>The settings of an experiment for a load, in addition to its file or URL; null: as the file says.</summary>
public sealed record LoadShapePlan
{
    /// <summary>Offered rate, e.g. <c>200/s</c>.</summary>
    public string? Rate { get; init; }

    public int? Connections { get; init; }

    /// <summary>Requests in flight on each HTTP/2 connection.</summary>
    public int? Streams { get; init; }

    /// <summary>Method; for a URL only.</summary>
    public string? Method { get; init; }

    /// <summary>Headers of every request.</summary>
    public ImmutableArray<string> Headers { get; init; } = [];

    /// <summary>Body; for a URL only.</summary>
    public string? Body { get; init; }

    /// <summary>The environment of <c>http-client.env.json</c> or of a collection; null: only what all environments share.</summary>
    public string? HttpEnvironment { get; init; }

    /// <summary>The login whose token every request without an Authorization header carries; null: none.</summary>
    public string? Auth { get; init; }

    /// <summary>Whether requests go over HTTP/2; null or false: as the load's file says, or HTTP/1.1.</summary>
    public bool? UsesHttp2 { get; init; }

    /// <summary>.proto files (or one set of descriptors) with the types of gRPC calls, full paths; empty: the server is asked.</summary>
    public ImmutableArray<string> ProtoFiles { get; init; } = [];

    /// <summary>Folders in which imports of .proto files are looked for, beside the files themselves; full paths.</summary>
    public ImmutableArray<string> ImportPaths { get; init; } = [];

    /// <summary>How long a trial measures.</summary>
    public string? Duration { get; init; }

    /// <summary>Environment variables of a load in code.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>These settings, completed by those of <paramref name="other"/> where they are null.</summary>
    public LoadShapePlan Over(LoadShapePlan other) => new()
    {
        Rate = Rate ?? other.Rate,
        Connections = Connections ?? other.Connections,
        Streams = Streams ?? other.Streams,
        Method = Method ?? other.Method,
        Headers = Headers.IsEmpty ? other.Headers : Headers,
        Body = Body ?? other.Body,
        HttpEnvironment = HttpEnvironment ?? other.HttpEnvironment,
        Auth = Auth ?? other.Auth,
        UsesHttp2 = UsesHttp2 ?? other.UsesHttp2,
        ProtoFiles = ProtoFiles.IsEmpty ? other.ProtoFiles : ProtoFiles,
        ImportPaths = ImportPaths.IsEmpty ? other.ImportPaths : ImportPaths,
        Duration = Duration ?? other.Duration,
        Environment = other.Environment.SetItems(Environment),
    };
}
