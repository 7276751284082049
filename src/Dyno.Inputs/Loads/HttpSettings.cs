namespace Dyno.Inputs;

/// <summary>How requests are sent: options of the command line win over the file, and the file over the defaults.</summary>
internal static class HttpSettings
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);

    public static HttpOptions Read(LoadRequest request, FileSettings file, ProblemList problems)
    {
        var option = new OptionReader(problems);
        var defaults = new HttpOptions();
        var connectTimeout = option.Time("--connect-timeout", request.ConnectTimeout, "5s", Shortest);
        return defaults with
        {
            Driver = request.Driver ?? defaults.Driver,
            Version = request.HttpVersion ?? defaults.Version,
            Timeout = option.Time("--timeout", request.Timeout, "15s", Shortest) ?? file.Timeout ?? defaults.Timeout,
            ConnectTimeout = connectTimeout ?? defaults.ConnectTimeout,
            FirstHandshakeTimeout = connectTimeout ?? defaults.FirstHandshakeTimeout, // a time that the user sets also holds for the first handshake
            ReuseConnections = !(request.NoConnectionReuse ?? false),
            PipelineDepth = option.Count("--pipeline", request.PipelineDepth, 1, 1024) ?? defaults.PipelineDepth,
            StreamsPerConnection = option.Count("--streams", request.Streams, 1, HttpOptions.MaxStreams) ?? defaults.StreamsPerConnection,
            Delay = option.Time("--delay", request.Delay, "100ms") ?? file.Delay ?? defaults.Delay,
            RandomOrder = request.RandomOrder ?? file.RandomOrder ?? defaults.RandomOrder,
            DnsTtl = option.Time("--dns-ttl", request.DnsTtl, "30s"),
            ConnectTo = [.. request.ConnectTo.Select(rule => ConnectToText.Read(rule, problems)).OfType<ConnectToRule>()],
            UnixSocket = request.UnixSocket,
            MaxEvents = option.Count("--events", request.Events, 1, int.MaxValue) ?? 0,
            WebSocket = WebSocketTarget.Options(request, problems),
            Tls = TlsOf(request, file, defaults.Tls, problems),
            TraceShare = TraceOptions.Share(request, problems),
            Checks = [.. file.Checks, .. request.Checks.Select(text => CheckText.Read(text, new(problems, "--check"))).OfType<ResponseCheck>()],
        };
    }

    private static TlsClientOptions TlsOf(LoadRequest request, FileSettings file, TlsClientOptions defaults, ProblemList problems)
    {
        var tls = defaults with
        {
            Insecure = request.Insecure ?? file.Insecure ?? defaults.Insecure,
            CaFile = request.CaFile,
            ClientCertificateFile = request.ClientCertificateFile,
            ClientKeyFile = request.ClientKeyFile,
            ClientKeyPassword = PasswordOf(request, problems),
            ServerName = request.ServerName,
            MinVersion = request.TlsMin ?? defaults.MinVersion,
            MaxVersion = request.TlsMax ?? defaults.MaxVersion,
        };
        if (tls.MinVersion > tls.MaxVersion)
            problems.Add("--tls-min", "is above --tls-max", "write --tls-min 1.2 --tls-max 1.3");
        if (tls.ClientKeyFile is not null && tls.ClientCertificateFile is null)
            problems.Add("--key", "a key needs its certificate", "give --cert FILE as well");
        foreach (var (name, pem) in new[] { ("--cacert", tls.CaFile), ("--cert", tls.ClientCertificateFile), ("--key", tls.ClientKeyFile) })
            if (pem is not null) InputFile.TryRead(pem, new(problems, name), out _);
        return tls;
    }

    // In a variable, because other users of a machine can see a command line.
    private static string? PasswordOf(LoadRequest request, ProblemList problems)
    {
        if (request.ClientKeyPasswordVariable is not { } name) return null;
        if (request.ClientCertificateFile is null) problems.Add("--cert-password-env", "a password needs its certificate", "give --cert FILE as well");
        if (Environment.GetEnvironmentVariable(name) is { Length: > 0 } password) return password;
        problems.Add("--cert-password-env", $"the environment variable \"{InText.Quote(name)}\" is not set",
            $"set it before Dyno starts: {InText.Quote(name)}=… dyno run … --cert-password-env {InText.Quote(name)}");
        return null;
    }
}
