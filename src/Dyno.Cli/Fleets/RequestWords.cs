namespace Dyno.Cli;

/// <summary>Writes a load of requests, as an experiment describes it, in words of <c>dyno run</c>.</summary>
internal static class RequestWords
{
    /// <summary>The words, without the target.</summary>
    public static ImmutableArray<string> Of(LoadRequest request) =>
    [
        .. Word("--duration", request.Duration),
        .. Word("--rate", request.Rate),
        .. Word("--connections", request.Connections?.ToString(CultureInfo.InvariantCulture)),
        .. Word("--streams", request.Streams?.ToString(CultureInfo.InvariantCulture)),
        .. Word("--method", request.Method),
        .. Word("--body", request.Body),
        .. Word("--only-path", request.OnlyPath),
        .. request.HttpVersion == HttpVersionChoice.Http2 ? ["--http2"] : (string[])[],
        .. request.ProtoFiles.SelectMany(file => Word("--proto", FleetWords.Local("--proto", file))),
        .. request.ImportPaths.SelectMany(folder => Word("--import-path", FleetWords.Local("--import-path", folder))),
        .. request.Headers.SelectMany(header => Word("--header", header)),
        .. request.HealthLimits.SelectMany(limit => Word("--health-limit", limit)),
        .. request.AllowsOutsideFiles ? ["--allow-outside-files"] : (string[])[],
    ];

    private static IEnumerable<string> Word(string option, string? value) => value is null ? [] : [$"{option}={value}"];
}
