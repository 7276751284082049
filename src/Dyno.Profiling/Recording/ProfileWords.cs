namespace Dyno.Profiling;

/// <summary>Profiles in words.</summary>
public static class ProfileWords
{
    internal const double Enough = 0.5; // of the difference: with less, the first row is no explanation
    private const double All = 0.95;

    /// <summary>The sentence of a record.</summary>
    /// <param name="first">The row that explains most of the difference; null when there is none.</param>
    /// <param name="noise">How far the profiles' total is uncertain, in microseconds.</param>
    internal static string Sentence(ProfileRecord record, ProfileRow? first, double noise)
    {
        var total = record.DifferenceMicros ?? 0;
        if (first is null && record.OwnShare < ProfileNotes.FewOwn) return ProfileNotes.OwnAreMissing(record.OwnShare.Value) + " The profile explains nothing here.";
        if (first is null)
            return (Math.Abs(total) <= noise
                ? $"By its profile, {record.Variant} needs about as much CPU time per request as {record.Baseline} ({Micros(total)} µs, {Micros(total - noise)} to {Micros(total + noise)}), and no method's cost differs for certain"
                : $"The profile does not explain the difference of {Micros(total)} µs of CPU time per request: no method's cost differs for certain")
                + (record.MostMoreMicros is { } most ? $"; none costs more by more than {Plain(most)} µs." : ".");
        var text = new StringBuilder($"`{first.Method}`{PlaceOf(first)} {CostOf(first)}");
        if (record.Explained is { } share) text.Append(ShareOf(share, total));
        if (CauseOf(first) is { Length: > 0 } cause) text.Append("; ").Append(cause);
        text.Append('.');
        if (record.Explained is { } part and < Enough) text.Append(CultureInfo.InvariantCulture, $" The profile does not explain the difference: {part:0 %} of it is less than half.");
        return text.ToString();
    }

    private static string CostOf(ProfileRow row) => row.Difference >= 0
        ? $"costs {Micros(row.Difference)} µs of CPU time per request ({Micros(row.Low)} to {Micros(row.High)})"
        : $"saves {Plain(-row.Difference)} µs of CPU time per request ({Plain(-row.High)} to {Plain(-row.Low)})";

    private static string ShareOf(double share, double total) => share >= All
        ? $", all of the difference of {Micros(total)} µs"
        : string.Create(CultureInfo.InvariantCulture, $", {share:0 %} of the difference of {Micros(total)} µs");

    private static string CauseOf(ProfileRow row)
    {
        var parts = new List<string>();
        if (row.Call is { } call && row.CallDifference is { } difference)
            parts.Add($"{(row.IsCallNew ? "it now calls" : "most of it is its call of")} `{call}` ({Micros(difference)} µs)");
        if (row.AllocatedBytes is { } bytes and > 0)
            parts.Add($"it allocates {Bytes(bytes)} more per request{(row.AllocatedType is { } type ? $", most of it `{type}`" : "")}");
        parts.AddRange(row.Events.Select(e => "it " + e));
        return string.Join(", and ", parts);
    }

    /// <summary>Where a row's method stands and what the revisions do to it, in brackets after a space; empty when neither is known.</summary>
    public static string PlaceOf(ProfileRow row)
    {
        var revision = row.Revision switch { "new" => "new in this diff", "changed" => "changed in this diff", TouchedMethods.Calls => "calls a method of this diff", _ => null };
        var source = row.File is null ? null : row.Line is { } line ? string.Create(CultureInfo.InvariantCulture, $"{row.File}:{line}") : row.File;
        var parts = ((string?[])[revision, source]).OfType<string>().ToList();
        return parts.Count == 0 ? "" : $" ({string.Join(", ", parts)})";
    }

    /// <summary>A difference with its sign.</summary>
    public static string Micros(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:+0.0;−0.0;0.0}");

    /// <summary>A cost without a sign.</summary>
    public static string Plain(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:0.0}");

    private static string Bytes(double bytes) => bytes >= 1000
        ? string.Create(CultureInfo.InvariantCulture, $"{bytes / 1000:0.0} kB")
        : string.Create(CultureInfo.InvariantCulture, $"{bytes:0} bytes");
}
