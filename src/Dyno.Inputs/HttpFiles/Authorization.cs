namespace Dyno.Inputs;

/// <summary><c>Authorization: Basic user:password</c> or <c>Basic user password</c>, as the editors allow: encoded for the wire.</summary>
internal static class Authorization
{
    private const string Scheme = "Basic ";

    // REST Client reads "Digest user password" and "AWS key secret …" as a login; such a text is not a header to send.
    private static string? LoginOf(string value)
    {
        var words = value.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length < 3 || words.Skip(1).Take(2).Any(w => w.Contains('=', StringComparison.Ordinal))) return null;
        return words[0].ToUpperInvariant() switch { "DIGEST" => "Digest", "AWS" => "an AWS signature", _ => null };
    }

    public static TextTemplate Of(string header, TextTemplate value, SourcePlace place)
    {
        if (!header.Equals("Authorization", StringComparison.OrdinalIgnoreCase)) return value;
        var flat = VariableValue.Flatten(value);
        if (LoginOf(flat.Written) is { } login)
        {
            place.Problem($"the editor would log in with {login}, which Dyno does not support", "write a token, or Basic user password");
            return value;
        }

        if (!flat.IsLiteral || !flat.Written.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)) return value;
        var credentials = flat.Written[Scheme.Length..].Trim();
        var colon = credentials.IndexOf(':', StringComparison.Ordinal);
        var blank = credentials.IndexOf(' ', StringComparison.Ordinal);
        if (colon < 0 && blank < 0) return value; // it is base64 already
        var pair = blank >= 0 && (colon < 0 || blank < colon) ? $"{credentials[..blank]}:{credentials[(blank + 1)..].TrimStart()}" : credentials;
        return TextTemplate.Of(Scheme + Convert.ToBase64String(Encoding.UTF8.GetBytes(pair)));
    }
}
