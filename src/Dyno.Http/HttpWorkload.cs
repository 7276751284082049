using System.Collections.Immutable;
using Dyno.Http.HttpClients;
using Dyno.Http.Interop;
using Dyno.Http.Linux;
using Dyno.Http.Portable;
using Dyno.Http.Requests;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Http;

/// <summary>The entry point: creates a workload from requests and options, with the driver that fits.</summary>
public static class HttpWorkload
{
    /// <summary>Builds the workload of one scenario.</summary>
    /// <param name="requests">The requests of an iteration, in order.</param>
    /// <param name="options">How to send them.</param>
    /// <exception cref="UserFault">Requests or options are invalid, or no driver on this system supports them.</exception>
    public static IWorkload Create(ImmutableArray<HttpRequestPlan> requests, HttpOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var session = HttpSession.Create(requests, options);
        if (session is { IsGrpc: true, NeedsServer: false }) session.PrepareCallsAsync(CancellationToken.None).GetAwaiter()
            .GetResult(); // blocks only while files are read
        return Choose(session) switch
        {
            DriverChoice.Linux => new LinuxWorkload(session),
            DriverChoice.Portable => new PortableWorkload(session),
            _ => new HttpClientWorkload(session),
        };
    }

    private static DriverChoice Choose(HttpSession session)
    {
        var options = session.Options;
        var isLinux = OperatingSystem.IsLinux() && !LacksTls(session) && options.Version != HttpVersionChoice.Http3;
        if (session.IsGrpc && (!isLinux || options.Driver is not (DriverChoice.Auto or DriverChoice.Linux)))
            throw new UserFault("only the linux driver supports gRPC", "run on Linux with OpenSSL 3, without --driver");
        var isOtherDriver = options.Driver is not (DriverChoice.Auto or DriverChoice.Linux);
        if (session.IsWebSocket && (!isLinux || isOtherDriver || options.Version != HttpVersionChoice.Http11))
            throw new UserFault("only the linux driver supports WebSockets, over HTTP/1.1", "run on Linux with OpenSSL 3, without --driver, --http2 and --http3");
        if (options.MaxEvents > 0 && (!isLinux || isOtherDriver))
            throw new UserFault("only the linux driver reads server-sent events one by one, over HTTP/1.1 and HTTP/2",
                "run on Linux with OpenSSL 3, without --driver and --http3; or leave --events out if the server ends the stream");
        return options.Driver switch
        {
            DriverChoice.Auto when isLinux => DriverChoice.Linux,
            DriverChoice.Auto => options.Version == HttpVersionChoice.Http11 ? DriverChoice.Portable : DriverChoice.HttpClient,
            DriverChoice.Portable when options.Version != HttpVersionChoice.Http11 => throw new UserFault(
                "the portable driver speaks HTTP/1.1 only", "leave --driver out"),
            DriverChoice.Linux when options.Version == HttpVersionChoice.Http3 => throw new UserFault(
                "the linux driver does not speak HTTP/3", "leave --driver out: HTTP/3 goes through HttpClient"),
            DriverChoice.Linux when !OperatingSystem.IsLinux() => throw new UserFault(
                "the linux driver needs Linux", "leave --driver out, or use --driver portable"),
            DriverChoice.Linux when LacksTls(session) => throw new UserFault(
                "the linux driver needs libssl.so.3 for https", "install OpenSSL 3 (apt-get install libssl3), or use --driver portable"),
            var driver => driver,
        };
    }

    private static bool LacksTls(HttpSession session) => session.Origins.Any(o => o.IsTls) && !OpenSsl.IsAvailable;
}
