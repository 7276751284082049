namespace Dyno.Inputs;

/// <summary>Sizes as people write them: <c>512</c>, <c>512B</c>, <c>10kB</c> (1,000), <c>1.5MB</c>, <c>64KiB</c> (1,024).</summary>
public static partial class SizeText
{
    /// <summary>Reads a size.</summary>
    /// <param name="bytes">The size in bytes.</param>
    public static bool TryParse(string text, out double bytes)
    {
        bytes = 0;
        var match = Size().Match(text.Trim());
        if (!match.Success) return false;
        bytes = double.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture) * match.Groups[2].Value.ToUpperInvariant() switch
        {
            "KB" => 1e3,
            "MB" => 1e6,
            "GB" => 1e9,
            "KIB" => 1024,
            "MIB" => 1024 * 1024,
            "GIB" => 1024.0 * 1024 * 1024,
            _ => 1,
        };
        return true;
    }

    [GeneratedRegex(@"^([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*(B|kB|MB|GB|KiB|MiB|GiB)?$", RegexOptions.IgnoreCase)]
    private static partial Regex Size();
}
