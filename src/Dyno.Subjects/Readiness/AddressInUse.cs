using System.Diagnostics.CodeAnalysis;

namespace Dyno.Subjects;

/// <summary>A line of a program's output that says that an address is in use.</summary>
/// <param name="Address">The address as a person writes it, <c>127.0.0.1:5000</c>; null when the line names none.</param>
/// <param name="Port">The port of the address; null when the line names none.</param>
internal sealed record AddressInUse(string Line, string? Address, int? Port)
{
    private const string Said = "address already in use";

    /// <summary>The lines about addresses in use, in their order.</summary>
    public static ImmutableArray<AddressInUse> In(IEnumerable<string> lines) =>
        [.. lines.Where(line => line.Contains(Said, StringComparison.OrdinalIgnoreCase)).Select(Read)];

    // Kestrel writes the address before the words "in use", Node.js after them, and Go directly before them.
    private static AddressInUse Read(string line)
    {
        foreach (var word in line.Split((char[])[' ', '\t', '\'', '"', '(', ')', ','], StringSplitOptions.RemoveEmptyEntries).Reverse())
            if (TryAddress(word.TrimEnd(':', '.', ';', '/'), out var address, out var port)) return new AddressInUse(line, address, port);
        return new AddressInUse(line, null, null);
    }

    private static bool TryAddress(string word, [NotNullWhen(true)] out string? address, out int port)
    {
        var scheme = word.IndexOf("://", StringComparison.Ordinal);
        var authority = scheme < 0 ? word : word[(scheme + 3)..];
        var colon = authority.LastIndexOf(':');
        address = null;
        port = 0;
        if (colon < 0 || !int.TryParse(authority.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port)
            || port is < 1 or > IPEndPoint.MaxPort) return false;
        var host = authority[..colon];
        if (scheme < 0 && !IsHost(host)) return false; // a time, or a line number of a source file
        address = host.Length == 0 ? $"port {port}" : authority;
        return true;
    }

    private static bool IsHost(string host) => host is "" or "*" or "+" or "localhost"
        || (host.Contains('.') && IPAddress.TryParse(host, out _)) || host.Contains("::", StringComparison.Ordinal);
}
