namespace Dyno.K6;

/// <summary>Listens for the requests that a <see cref="ControlApi"/> answers, until it is disposed of.</summary>
internal sealed class ControlServer : IDisposable
{
    private const int MostBodyBytes = 16 * 1024 * 1024; // limit for the data that a caller puts in the place of setup()'s result
    private readonly HttpServer _server;

    private ControlServer(ControlAddress address, HttpServer server) => (Address, _server) = (address, server);

    /// <summary>Address at which the server listens.</summary>
    public ControlAddress Address { get; }

    /// <summary>Begins to listen.</summary>
    /// <param name="address">Host and port, as <see cref="ControlAddress"/> reads them.</param>
    /// <exception cref="UserFault">The server cannot listen at this address.</exception>
    public static ControlServer Start(string address, ControlApi api)
    {
        try
        {
            var wanted = ControlAddress.Parse(address);
            var options = new HttpServerOptions { MostBodyBytes = MostBodyBytes };
            var server = HttpServer.Start(wanted.Host, wanted.Port, options, request => AnswerAsync(api, request));
            return new ControlServer(wanted with { Port = server.Port }, server);
        }
        catch (Exception e) when (e is FormatException or SocketException)
        {
            throw K6Faults.Of(K6ExitCode.CannotListen, $"the REST interface cannot listen at '{address}': {e.Message}", "write --address localhost:6565, or leave it out");
        }
    }

    /// <summary>Stops listening. A caller who asked for the end of the run is answered first, if that takes at most ten seconds.</summary>
    public void Dispose() => _server.DisposeAsync().AsTask().GetAwaiter().GetResult();

    private static async Task<ServedResponse> AnswerAsync(ControlApi api, ServedRequest request)
    {
        var (status, body) = await api.AnswerAsync(request.Method, request.Path, Encoding.UTF8.GetString(request.Body.Span));
        return new ServedResponse(status, "application/json; charset=utf-8", Encoding.UTF8.GetBytes(body?.ToJsonString() ?? ""));
    }
}
