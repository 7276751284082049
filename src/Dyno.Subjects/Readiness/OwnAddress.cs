namespace Dyno.Subjects;

/// <summary>
/// The addresses that a program says it listens on, from the line that .NET's host writes for each of them once the server is up. A program
/// whose code or settings name a port does not listen on the address in ASPNETCORE_URLS.
/// </summary>
internal static class OwnAddress
{
    private const string Said = "Now listening on:";

    /// <summary>The addresses in the order in which the program names them; none before the server is up, or when the program logs none.</summary>
    public static ImmutableArray<Uri> In(IEnumerable<string> lines, string host) => [.. lines.Select(line => Read(line, host)).OfType<Uri>().Distinct()];

    // An address of all interfaces is reached at the host that Dyno uses. Some loggers quote the address.
    private static Uri? Read(string line, string host)
    {
        var at = line.IndexOf(Said, StringComparison.Ordinal);
        if (at < 0) return null;
        var words = line[(at + Said.Length)..].Split((char[])[' ', '"', '\\', '\'', ',', '}', '\t'], StringSplitOptions.RemoveEmptyEntries);
        if (words.Length == 0 || !Uri.TryCreate(words[0].Replace("://*", "://[::]", StringComparison.Ordinal).Replace("://+", "://[::]", StringComparison.Ordinal),
            UriKind.Absolute, out var said) || said.Scheme is not ("http" or "https") || said.Host == "unix") return null;
        var isAny = IPAddress.TryParse(said.DnsSafeHost, out var address) && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any));
        return new Uri($"{said.Scheme}://{(isAny ? host : said.Host)}:{said.Port}/");
    }
}
