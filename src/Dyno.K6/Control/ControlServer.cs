using System.Net;
using System.Text;

namespace Dyno.K6.Control;

/// <summary>Listens for the requests that a <see cref="ControlApi"/> answers, until it is disposed of.</summary>
internal sealed class ControlServer : IDisposable
{
    private const int MostCharacters = 16 * 1024 * 1024; // of what setup() would return
    private const int MostTries = 8;
    private static readonly TimeSpan LastAnswer = TimeSpan.FromSeconds(10); // a busy machine
    private readonly HttpListener _listener = new();
    private readonly ManualResetEventSlim _idle = new(initialState: true);
    private readonly ControlApi _api;
    private int _answering;

    private ControlServer(ControlAddress address, ControlApi api) => (Address, _api) = (address, api);

    /// <summary>Where it listens.</summary>
    public ControlAddress Address { get; }

    /// <summary>Begins to listen.</summary>
    /// <param name="address">Host and port, as <see cref="ControlAddress"/> reads them.</param>
    /// <param name="api">Answers.</param>
    /// <exception cref="K6Exception">It cannot listen there.</exception>
    public static ControlServer Start(string address, ControlApi api)
    {
        try
        {
            var wanted = ControlAddress.Parse(address);
            // A free port may be taken before it is listened to.
            for (var left = wanted.Port == 0 ? MostTries : 1; left > 1; left--)
                if (TryStart(wanted, api) is { } started) return started;
            return Start(wanted, api);
        }
        catch (Exception e) when (e is HttpListenerException or FormatException or ArgumentException or System.Net.Sockets.SocketException)
        {
            throw new K6Exception(K6ExitCode.CannotListen, $"the REST interface cannot listen at '{address}': {e.Message}", "write --address localhost:6565, or leave it out");
        }
    }

    private static ControlServer? TryStart(ControlAddress address, ControlApi api)
    {
        try
        {
            return Start(address, api);
        }
        catch (HttpListenerException)
        {
            return null;
        }
    }

    private static ControlServer Start(ControlAddress address, ControlApi api)
    {
        var server = new ControlServer(address.WithPort(), api);
        try
        {
            foreach (var prefix in server.Address.Prefixes) server._listener.Prefixes.Add(prefix);
            server._listener.Start();
        }
        catch
        {
            server.Dispose();
            throw;
        }
        _ = server.ServeAsync();
        return server;
    }

    /// <summary>Listens no longer. Whoever asked for the run's end is answered first, if that takes no longer than ten seconds.</summary>
    public void Dispose()
    {
        _idle.Wait(LastAnswer);
        _listener.Close();
        _idle.Dispose();
    }

    private async Task ServeAsync()
    {
        while (_listener.IsListening)
        {
            try
            {
                _ = ServeAsync(await _listener.GetContextAsync());
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException or IOException or InvalidOperationException)
            {
                // Whoever asked has gone, or the run is over.
            }
        }
    }

    // Each on a flow of its own: setup() may take a minute, and the run must be seen and stopped meanwhile.
    private async Task ServeAsync(HttpListenerContext context)
    {
        try
        {
            lock (_idle)
                if (++_answering == 1) _idle.Reset();
            await AnswerAsync(context);
        }
        catch (Exception)
        {
            // Whoever asked has gone, or the run is over; a run does not end by a question.
        }
        finally
        {
            lock (_idle)
                if (--_answering == 0) _idle.Set();
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        var response = context.Response; // closed, not disposed of: that would end the connection, which the caller thinks open
        try
        {
            var (method, path) = (context.Request.HttpMethod, context.Request.Url?.AbsolutePath ?? "/");
            var (status, body) = await ReadAsync(context.Request) is { } text ? await _api.AnswerAsync(method, path, text) : ControlApi.TooLong;
            response.StatusCode = status;
            response.ContentType = "application/json; charset=utf-8";
            var bytes = Encoding.UTF8.GetBytes(body?.ToJsonString() ?? "");
            response.ContentLength64 = bytes.Length;
            await response.OutputStream.WriteAsync(bytes);
            response.Close();
        }
        catch
        {
            response.Abort();
            throw;
        }
    }

    private static async Task<string?> ReadAsync(HttpListenerRequest request)
    {
        if (!request.HasEntityBody) return "";
        using var reader = new StreamReader(request.InputStream, Encoding.UTF8);
        var (text, buffer) = (new StringBuilder(), new char[4096]);
        while (await reader.ReadBlockAsync(buffer) is > 0 and var length)
            if (text.Append(buffer, 0, length).Length > MostCharacters) return null;
        return text.ToString();
    }
}
