namespace Dyno.K6;

/// <summary>Reads the words for yes and no in K6_ variables.</summary>
public static class TruthText
{
    /// <summary>true, 1 or t; false, 0 or f; null for anything else.</summary>
    public static bool? Read(string text) => text.ToLowerInvariant() switch
    {
        "true" or "1" or "t" => true,
        "false" or "0" or "f" => false,
        _ => null,
    };
}
