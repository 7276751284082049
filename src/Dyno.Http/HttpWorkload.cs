namespace Dyno.Http;

/// <summary>The entry point: creates a workload from requests and options, with the driver that fits.</summary>
public static class HttpWorkload
{
    /// <summary>Builds the workload of one scenario.</summary>
    /// <param name="requests">The requests of an iteration, in order.</param>
    /// <exception cref="UserFault">Requests or options are invalid, or no driver on this system supports them.</exception>
    public static IWorkload Create(ImmutableArray<HttpRequestPlan> requests, HttpOptions options)
    {
        var session = HttpSession.Create(requests, options);
        if (session is { IsGrpc: true, NeedsServer: false }) session.PrepareCallsAsync(CancellationToken.None).GetAwaiter()
            .GetResult(); // blocks only while files are read
        return Choose(session) switch
        {
            DriverChoice.HttpClient => new HttpClientWorkload(session),
            var driver => new LoadWorkload(session, driver),
        };
    }

    /// <summary>Whether a name may be that of a step for parts of a request: its messages or events are known only when an answer has them.</summary>
    public static bool MayBePart(string request, string name) => HttpSession.MayBePart(request, name);

    private static DriverChoice Choose(HttpSession session)
    {
        var driver = ChooseDriver(session);
        if (driver != DriverChoice.HttpClient) return driver;
        var remedy = session.Options.Version == HttpVersionChoice.Http3 ? "leave --http3 out" : "leave --driver out";
        if (session.IsGrpc) throw new UserFault("gRPC does not go through HttpClient", remedy);
        if (session.IsWebSocket) throw new UserFault("WebSockets do not go through HttpClient", remedy);
        if (session.Options.MaxEvents > 0)
            throw new UserFault("server-sent events are not read one by one through HttpClient", remedy + ", or leave --events out if the server ends the stream");
        return driver;
    }

    private static DriverChoice ChooseDriver(HttpSession session)
    {
        var options = session.Options;
        if (session.IsWebSocket && options.Version != HttpVersionChoice.Http11)
            throw new UserFault("WebSockets go over HTTP/1.1 only", "leave --http2 and --http3 out");
        return options.Driver switch
        {
            DriverChoice.Auto when options.Version == HttpVersionChoice.Http3 => DriverChoice.HttpClient,
            DriverChoice.Auto => OperatingSystem.IsLinux() && !LacksTls(session) ? DriverChoice.Linux : DriverChoice.Portable,
            DriverChoice.HttpClient => DriverChoice.HttpClient,
            var driver when options.Version == HttpVersionChoice.Http3 => throw new UserFault(
                $"the {(driver == DriverChoice.Linux ? "linux" : "portable")} driver does not speak HTTP/3", "leave --driver out: HTTP/3 goes through HttpClient"),
            DriverChoice.Linux when !OperatingSystem.IsLinux() => throw new UserFault(
                "the linux driver needs Linux", "leave --driver out, or use --driver portable"),
            DriverChoice.Linux when LacksTls(session) => throw new UserFault(
                "the linux driver needs libssl.so.3 for https", "install OpenSSL 3 (apt-get install libssl3), or use --driver portable"),
            var driver => driver,
        };
    }

    private static bool LacksTls(HttpSession session) => session.Origins.Any(o => o.IsTls) && !OpenSsl.IsAvailable;
}
