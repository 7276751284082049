using System.Security.Cryptography;

namespace Dyno.Reporting;

/// <summary>The script and the style of the page, built in web/ and embedded in this assembly.</summary>
internal static class HtmlAssets
{
    public static string Script { get; } = Read("report.js");

    public static string Style { get; } = Read("report.css");

    /// <summary>The page's content security policy: it allows this script and this style only, and no network access.</summary>
    public static string Policy { get; } =
        $"default-src 'none'; script-src '{HashOf(Script)}'; style-src '{HashOf(Style)}'; img-src data:; base-uri 'none'; form-action 'none'";

    private static string HashOf(string text) => $"sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}";

    private static string Read(string name)
    {
        using var stream = typeof(HtmlAssets).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
