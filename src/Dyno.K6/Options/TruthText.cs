namespace Dyno.K6.Options;

/// <summary>How K6_ variables say yes and no.</summary>
public static class TruthText
{
    /// <summary>true, 1 or t; false, 0 or f; null for anything else.</summary>
    public static bool? Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.ToLowerInvariant() switch
        {
            "true" or "1" or "t" => true,
            "false" or "0" or "f" => false,
            _ => null,
        };
    }
}
