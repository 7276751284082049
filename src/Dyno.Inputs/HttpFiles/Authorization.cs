using System.Text;
using Dyno.Http.Templates;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs.HttpFiles;

/// <summary><c>Authorization: Basic user:password</c> or <c>Basic user password</c>, as the editors allow: encoded for the wire.</summary>
internal static class Authorization
{
    private const string Scheme = "Basic ";

    public static TextTemplate Of(string header, TextTemplate value)
    {
        if (!header.Equals("Authorization", StringComparison.OrdinalIgnoreCase)) return value;
        var flat = VariableValue.Flatten(value);
        if (!flat.IsLiteral || !flat.Written.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)) return value;
        var credentials = flat.Written[Scheme.Length..].Trim();
        var colon = credentials.IndexOf(':', StringComparison.Ordinal);
        var blank = credentials.IndexOf(' ', StringComparison.Ordinal);
        if (colon < 0 && blank < 0) return value; // base64 already
        var pair = blank >= 0 && (colon < 0 || blank < colon) ? $"{credentials[..blank]}:{credentials[(blank + 1)..].TrimStart()}" : credentials;
        return TextTemplate.Of(Scheme + Convert.ToBase64String(Encoding.UTF8.GetBytes(pair)));
    }
}
