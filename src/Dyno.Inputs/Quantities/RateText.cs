namespace Dyno.Inputs;

/// <summary>Rates as people write them: <c>200/s</c>, <c>200</c> (per second), <c>12000/m</c>, <c>1.5/s</c>, <c>3/10s</c>.</summary>
public static partial class RateText
{
    /// <summary>Examples for the hints of problems.</summary>
    internal const string Examples = "200/s or 12000/m";

    /// <summary>The highest rate in starts per second; no generator starts more.</summary>
    internal const double HighestPerSecond = 1e8;

    /// <summary>Reads a rate above 0 and at most 100,000,000 per second.</summary>
    /// <param name="rate">Starts per <paramref name="timeUnit"/>.</param>
    public static bool TryParse(string? text, out double rate, out TimeSpan timeUnit)
    {
        timeUnit = TimeSpan.FromSeconds(1);
        rate = 0;
        var match = Rate().Match(text?.Trim() ?? "");
        if (!match.Success) return false;
        rate = double.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
        var unit = match.Groups[2].Value;
        if (unit.Length > 0 && !DurationText.TryParseTyped(char.IsAsciiDigit(unit[0]) ? unit : "1" + unit, out timeUnit)) return false;
        return rate > 0 && timeUnit > TimeSpan.Zero && rate / timeUnit.TotalSeconds <= HighestPerSecond;
    }

    [GeneratedRegex(@"^([0-9]{1,12}(?:\.[0-9]{1,9})?)(?:/([0-9]{0,9}(?:ms|s|m|h|d)))?$")]
    private static partial Regex Rate();
}
