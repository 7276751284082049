namespace Dyno.Import;

/// <summary>The curl options that say how requests are sent.</summary>
internal static class CurlSettings
{
    public static FileSettings Take(FileSettings settings, CurlArgument argument, SourcePlace place)
    {
        switch (argument.Name)
        {
            case "insecure": return settings with { Insecure = true };
            case "max-time": return settings with { Timeout = Seconds(argument.Value, place) ?? settings.Timeout };
            case "location" or "location-trusted":
                place.Warning("-L has no effect: redirects are counted, not followed", "name the URL that the redirect leads to");
                return settings;
            default: return settings;
        }
    }

    private static TimeSpan? Seconds(string text, SourcePlace place)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds) && seconds is >= 0.001 and <= 86_400)
            return TimeSpan.FromSeconds(seconds);
        place.Problem($"this is not a number of seconds: \"{InText.Quote(text)}\"", "write -m 30");
        return null;
    }
}
