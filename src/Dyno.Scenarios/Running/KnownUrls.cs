namespace Dyno.Scenarios;

/// <summary>
/// Keeps URLs by their texts. Load code writes the same few texts thousands of times a second, and parsing a text costs more than
/// finding its URL again (0.4 µs a request in the benchmark "scenarios"). Bounded; thread-safe, because the kept URLs are immutable.
/// </summary>
internal static class KnownUrls
{
    private const int Count = 1024;
    private const int MaxLength = 512;
    private static readonly Uri?[] Urls = new Uri?[Count];

    /// <exception cref="UriFormatException">The text is not a URL.</exception>
    public static Uri Of(string url)
    {
        ArgumentNullException.ThrowIfNull(url);
        if (url.Length > MaxLength) return Parse(url);
        ref var place = ref Urls[string.GetHashCode(url) & (Count - 1)];
        var known = Volatile.Read(ref place);
        if (known is not null && known.OriginalString == url) return known;
        var parsed = Parse(url);
        Volatile.Write(ref place, parsed);
        return parsed;
    }

    private static Uri Parse(string url) => new(url, UriKind.RelativeOrAbsolute);
}
