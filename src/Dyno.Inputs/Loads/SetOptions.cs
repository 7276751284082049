namespace Dyno.Inputs;

/// <summary>The options that the user set, name to text, for the record; secrets are masked, and bodies are shown only by their size.</summary>
internal static class SetOptions
{
    public static ImmutableSortedDictionary<string, string> Of(LoadRequest request)
    {
        var set = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in All(request))
            if (value is not null) set[name] = Redaction.Value(name, value);
        return set.ToImmutable();
    }

    /// <summary>Every name that a record can have. A test compares the names with the options of the command line.</summary>
    public static IEnumerable<string> Names => All(new LoadRequest()).Select(option => option.Name);

    private static IEnumerable<(string Name, string? Value)> All(LoadRequest request) =>
    [
        ("method", request.Method),
        ("header", Joined([.. request.Headers.Select(Redaction.HeaderLine)])),
        ("body", request.Body is null ? null : $"{request.Body.Length} characters"),
        ("body-file", request.BodyFile),
        ("curl", request.Curl is null ? null : $"{request.Curl.Length} characters"),
        ("data", request.DataFile),
        ("data-order", request.DataOrder),
        ("request", Joined(request.RequestNames)),
        ("only-path", request.OnlyPath),
        ("base-url", request.BaseUrl),
        ("http-env", request.HttpEnvironment),
        ("auth", request.Auth),
        ("allow-outside-files", request.AllowsOutsideFiles ? "true" : null),
        ("var", Joined([.. request.Variables.Select(v => v.Split('=')[0])])), // names only: the values may be secrets
        ("connections", Text(request.Connections)),
        ("duration", request.Duration),
        ("iterations", Text(request.Iterations)),
        ("rate", request.Rate),
        ("arrivals", request.Arrivals),
        ("warmup", request.WarmUp),
        ("timeout", request.Timeout),
        ("connect-timeout", request.ConnectTimeout),
        ("graceful-stop", request.GracefulStop),
        ("delay", request.Delay),
        ("random-order", Text(request.RandomOrder)),
        ("threads", Text(request.Threads)),
        ("wait", Text(request.Wait)),
        ("driver", Text(request.Driver)),
        ("http-version", Text(request.HttpVersion)),
        ("insecure", Text(request.Insecure)),
        ("cacert", request.CaFile),
        ("cert", request.ClientCertificateFile),
        ("key", request.ClientKeyFile),
        ("cert-password-env", request.ClientKeyPasswordVariable),
        ("server-name", request.ServerName),
        ("tls-min", Text(request.TlsMin)),
        ("tls-max", Text(request.TlsMax)),
        ("no-keepalive", Text(request.NoConnectionReuse)),
        ("pipeline", Text(request.PipelineDepth)),
        ("streams", Text(request.Streams)),
        ("proto", Joined(request.ProtoFiles)),
        ("import-path", Joined(request.ImportPaths)),
        ("messages", Text(request.Messages)),
        ("message-pause", request.MessagePause),
        ("send", Joined(request.Send)),
        ("binary", Text(request.Binary)),
        ("answers", Text(request.Answers)),
        ("match", request.Match),
        ("compress", Text(request.Compress)),
        ("ping", request.Ping),
        ("max-message", request.MaxMessage),
        ("events", Text(request.Events)),
        ("ramp", request.Ramp),
        ("dns-ttl", request.DnsTtl),
        ("connect-to", Joined(request.ConnectTo)),
        ("unix-socket", request.UnixSocket),
        ("trace", request.Trace),
        ("trace-url", request.TraceUrl),
        ("check", Joined([.. request.Checks.Select(CheckText.Shown)])),
        ("threshold", Joined(request.Thresholds)),
        ("health-limit", Joined(request.HealthLimits)),
        ("seed", Text(request.Seed)),
        ("execution-segment", request.ExecutionSegment),
    ];

    private static string? Joined(ImmutableArray<string> values) => values.IsDefaultOrEmpty ? null : string.Join('\n', values);

    private static string? Text<T>(T? value) where T : struct => value?.ToString()?.ToLowerInvariant();
}
