namespace Dyno.Outputs;

/// <summary>
/// The address of an InfluxDB server: <c>http://host:8086/database</c> (version 1), a whole write address with its query
/// (<c>…/api/v2/write?org=o&amp;bucket=b</c>), or <c>udp://host:port</c>.
/// </summary>
/// <param name="Url">The URL to which the lines are posted, without user info, or the address of the datagrams.</param>
/// <param name="UserInfo"><c>user:password</c>; null when the address has none.</param>
internal sealed record InfluxAddress(Uri Url, string? UserInfo)
{
    /// <summary>Parses an address; null when the text is not valid.</summary>
    public static InfluxAddress? Read(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Host.Length == 0) return null;
        if (url.Scheme == "udp") return url.Port > 0 ? new InfluxAddress(url, null) : null;
        if (url.Scheme is not ("http" or "https")) return null;
        var user = url.UserInfo.Length > 0 ? Uri.UnescapeDataString(url.UserInfo) : null;
        var bare = new UriBuilder(url) { UserName = "", Password = "" };
        if (!url.AbsolutePath.EndsWith("/write", StringComparison.Ordinal))
        {
            var database = url.AbsolutePath.Trim('/');
            if (database.Length == 0 || database.Contains('/', StringComparison.Ordinal)) return null;
            (bare.Path, bare.Query) = ("/write", $"db={database}");
        }
        return new InfluxAddress(bare.Uri, user);
    }
}
