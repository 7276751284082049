using System.Net;
using System.Net.Sockets;

namespace Dyno.K6.Control;

/// <summary>
/// Host and port of the REST interface as <c>--address</c> says them: <c>localhost:6565</c>; <c>0.0.0.0:6565</c>, <c>[::]:6565</c>
/// and <c>:6565</c> mean every address of the machine, under whatever name it is called.
/// </summary>
internal sealed record ControlAddress
{
    private const string Anywhere = "+";

    private ControlAddress(string host, int port) => (Host, Port) = (host, port);

    /// <summary>A name, an address, or <c>+</c> for every one.</summary>
    public string Host { get; }

    /// <summary>0 for a free one of the system's choice.</summary>
    public int Port { get; }

    /// <summary>What to listen to.</summary>
    public IEnumerable<string> Prefixes =>
        Host == "localhost" ? [$"http://localhost:{Port}/", $"http://127.0.0.1:{Port}/"] : [$"http://{Host}:{Port}/"];

    /// <summary>How it is called from this machine.</summary>
    public string Url => $"http://{(Host == Anywhere ? "localhost" : Host)}:{Port}";

    /// <summary>The same with a port; one that is free now where none was named. Somebody else may take it until it is listened to.</summary>
    /// <exception cref="SocketException">There is none left.</exception>
    public ControlAddress WithPort()
    {
        if (Port > 0) return this;
        using var holder = new TcpListener(IPAddress.Any, 0);
        holder.Start();
        return new ControlAddress(Host, ((IPEndPoint)holder.LocalEndpoint).Port);
    }

    /// <summary>Reads it.</summary>
    /// <exception cref="FormatException">It names no host and port.</exception>
    public static ControlAddress Parse(string text)
    {
        var isAnywhere = text.StartsWith(':') || text.StartsWith("0.0.0.0:", StringComparison.Ordinal) || text.StartsWith("[::]:", StringComparison.Ordinal);
        var named = isAnywhere ? "localhost" + text[text.LastIndexOf(':')..] : text;
        if (!Uri.TryCreate("http://" + named + "/", UriKind.Absolute, out var url) || url.PathAndQuery != "/" || url.UserInfo.Length > 0)
            throw new FormatException("no host and port");
        return new ControlAddress(isAnywhere ? Anywhere : url.Host, url.Port);
    }
}
