namespace Dyno.K6;

/// <summary>A server's demand for digest authentication (RFC 7616), and the answer to it.</summary>
internal sealed partial record DigestChallenge(ImmutableDictionary<string, string> Fields)
{
    /// <summary>The challenge in an answer's WWW-Authenticate; null when there is none.</summary>
    public static DigestChallenge? Of(WireResponse response)
    {
        foreach (var header in response.Headers)
        {
            if (!header.Name.Equals("WWW-Authenticate", StringComparison.OrdinalIgnoreCase)) continue;
            if (!header.Value.StartsWith("Digest ", StringComparison.OrdinalIgnoreCase)) continue;
            return new DigestChallenge(Field().Matches(header.Value[7..]).ToImmutableDictionary(
                m => m.Groups[1].Value, m => m.Groups[2].Success ? m.Groups[2].Value : m.Groups[3].Value, StringComparer.OrdinalIgnoreCase));
        }
        return null;
    }

    /// <summary>The value of Authorization for a request.</summary>
    /// <param name="request">What is to be sent.</param>
    /// <param name="userInfo">User and password as they stand in the URL.</param>
    public string Answer(WireRequest request, string userInfo)
    {
        var colon = userInfo.IndexOf(':', StringComparison.Ordinal);
        var user = Uri.UnescapeDataString(colon < 0 ? userInfo : userInfo[..colon]);
        var password = colon < 0 ? "" : Uri.UnescapeDataString(userInfo[(colon + 1)..]);
        var (realm, nonce, path) = (Get("realm"), Get("nonce"), request.Url.PathAndQuery);
        var algorithm = Get("algorithm") is { Length: > 0 } named ? named : "MD5";
        var client = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8));
        var first = Hash(algorithm, $"{user}:{realm}:{password}");
        if (algorithm.EndsWith("-sess", StringComparison.OrdinalIgnoreCase)) first = Hash(algorithm, $"{first}:{nonce}:{client}");
        var second = Hash(algorithm, $"{request.Method}:{path}");
        var hasQuality = Get("qop").Split(',').Any(q => q.Trim() == "auth");
        var response = Hash(algorithm, hasQuality ? $"{first}:{nonce}:00000001:{client}:auth:{second}" : $"{first}:{nonce}:{second}");
        var text = new StringBuilder().Append(CultureInfo.InvariantCulture,
            $"Digest username=\"{user}\", realm=\"{realm}\", nonce=\"{nonce}\", uri=\"{path}\", algorithm={algorithm}, response=\"{response}\"");
        if (hasQuality) text.Append(CultureInfo.InvariantCulture, $", qop=auth, nc=00000001, cnonce=\"{client}\"");
        if (Get("opaque") is { Length: > 0 } opaque) text.Append(CultureInfo.InvariantCulture, $", opaque=\"{opaque}\"");
        return text.ToString();
    }

    private string Get(string name) => Fields.GetValueOrDefault(name, "");

    [SuppressMessage("Security", "CA5351", Justification = "the protocol's own algorithm; the server chooses it")]
    private static string Hash(string algorithm, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        return Convert.ToHexStringLower(algorithm.StartsWith("SHA-256", StringComparison.OrdinalIgnoreCase) ? SHA256.HashData(bytes) : MD5.HashData(bytes));
    }

    [GeneratedRegex("""(\w+)\s*=\s*(?:"([^"]*)"|([^,\s]+))""")]
    private static partial Regex Field();
}
