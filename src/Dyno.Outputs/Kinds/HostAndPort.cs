namespace Dyno.Outputs;

/// <summary>A host and a port: <c>host:port</c>, <c>[::1]:port</c>, <c>host</c>, <c>:port</c> or <c>port</c>.</summary>
/// <param name="Host">Name or address; IPv6 without brackets.</param>
/// <param name="Port">0 to 65,535.</param>
internal sealed record HostAndPort(string Host, int Port)
{
    /// <summary>Parses a text; null when it is not valid. A missing host or port is filled in.</summary>
    public static HostAndPort? Read(string text, string host, int port)
    {
        if (text.Length == 0) return new HostAndPort(host, port);
        if (PortOf(text) is { } alone) return new HostAndPort(host, alone);
        var colon = text.LastIndexOf(':');
        if (colon < 0 || text.EndsWith(']')) return IsHost(text) ? new HostAndPort(Bare(text), port) : null;
        var name = text[..colon];
        return PortOf(text[(colon + 1)..]) is { } given && (name.Length == 0 || IsHost(name))
            ? new HostAndPort(name.Length == 0 ? host : Bare(name), given)
            : null;
    }

    public override string ToString() => Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:{Port}" : $"{Host}:{Port}";

    private static int? PortOf(string text) =>
        ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) ? port : null;

    private static bool IsHost(string text) => Uri.CheckHostName(text) is not UriHostNameType.Unknown;

    private static string Bare(string host) => host.Trim('[', ']');
}
