namespace Dyno.K6;

/// <summary>
/// Host and port of the REST interface as <c>--address</c> says them: <c>localhost:6565</c>; <c>0.0.0.0:6565</c>, <c>[::]:6565</c>
/// and <c>:6565</c> mean every address of the machine, under whatever name it is called.
/// </summary>
internal sealed record ControlAddress
{
    private ControlAddress(string host, int port) => (Host, Port) = (host, port);

    /// <summary>A name, an address without brackets, or <see cref="HttpServer.Anywhere"/>.</summary>
    public string Host { get; }

    /// <summary>0: the system chooses a free port.</summary>
    public int Port { get; init; }

    /// <summary>URL of the interface for callers on this machine.</summary>
    public string Url => Host == HttpServer.Anywhere ? $"http://localhost:{Port}" : Host.Contains(':', StringComparison.Ordinal) ? $"http://[{Host}]:{Port}" : $"http://{Host}:{Port}";

    /// <summary>Reads an address.</summary>
    /// <exception cref="FormatException">The text names no host and port.</exception>
    public static ControlAddress Parse(string text)
    {
        var isAnywhere = text.StartsWith(':') || text.StartsWith("0.0.0.0:", StringComparison.Ordinal) || text.StartsWith("[::]:", StringComparison.Ordinal);
        var named = isAnywhere ? "localhost" + text[text.LastIndexOf(':')..] : text;
        if (!Uri.TryCreate("http://" + named + "/", UriKind.Absolute, out var url) || url.PathAndQuery != "/" || url.UserInfo.Length > 0)
            throw new FormatException("no host and port");
        return new ControlAddress(isAnywhere ? HttpServer.Anywhere : url.Host.Trim('[', ']'), url.Port);
    }
}
