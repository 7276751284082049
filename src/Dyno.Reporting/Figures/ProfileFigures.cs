namespace Dyno.Reporting;

internal static class ProfileFigures
{
    /// <summary>The pair, with its cell.</summary>
    public static string Name(ProfileRecord profile) =>
        $"{(profile.Cell.Length > 0 ? profile.Cell + ": " : "")}{profile.Variant} against {profile.Baseline}";

    /// <summary>What stands before the sentence where several pairs were profiled.</summary>
    public static string Heading(ProfileRecord profile) => Name(profile) + ": ";

    /// <summary>A difference in microseconds.</summary>
    public static string Micros(double value) => value.ToString("+0.0;−0.0;0.0", CultureInfo.InvariantCulture);

    /// <summary>A cost in microseconds.</summary>
    public static string Plain(double value) => value.ToString("0.0", CultureInfo.InvariantCulture);

    public static string Interval(ProfileRow row) => $"{Micros(row.Low)} to {Micros(row.High)}";

    /// <summary>File and line, and how the compared revisions touch the method.</summary>
    public static string Source(ProfileRow row)
    {
        var place = row.File is null ? "" : row.Line is { } line ? $"{row.File}:{line.ToString(CultureInfo.InvariantCulture)}" : row.File;
        var revision = row.Revision switch { "new" => "new", "changed" => "changed", "calls" => "calls changed code", _ => "" };
        return place.Length > 0 && revision.Length > 0 ? $"{place}, {revision}" : place + revision;
    }

    /// <summary>What it calls that costs most of the difference, and what happens there.</summary>
    public static string Call(ProfileRow row)
    {
        var call = row.Call is { } name ? $"{name} {Micros(row.CallDifference ?? 0)}{(row.IsCallNew ? ", new" : "")}" : "its own code";
        return row.Events.IsEmpty ? call : $"{call}; {string.Join(", ", row.Events)}";
    }

    /// <summary>Allocated bytes with their sign.</summary>
    public static string Bytes(double bytes) => bytes.ToString("+#,0;−#,0;0", CultureInfo.InvariantCulture);

    /// <summary>How the profile was made.</summary>
    public static string HowMeasured(ProfileRecord profile)
    {
        var measured = profile.MeasuredMicros is { } micros ? $"; the judged trials measured {Micros(micros)} µs" : "";
        var isKnown = profile.DifferenceMicros is { } whole && Math.Abs(whole) > (profile.DifferenceNoise ?? 0);
        var byProfile = isKnown ? $", {Micros(profile.DifferenceMicros!.Value)} µs per request by profile{measured}" : measured;
        return $"{FigureText.Count(profile.Launches)} {(profile.Launches == 1 ? "launch" : "launches")} of each variant after the verdict, {FigureText.Count(profile.Samples, "sample")}{byProfile}. {profile.Bias}";
    }
}
