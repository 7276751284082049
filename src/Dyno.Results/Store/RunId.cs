namespace Dyno.Results;

/// <summary>Names of runs: sortable by time, unique, short enough to type.</summary>
public static class RunId
{
    // No vowels, and no characters that look like other characters.
    private const string Letters = "23456789bcdfghjkmnpqrstvwxz";
    private const string Moment = "yyyyMMdd-HHmmss";
    private const int Tail = 4;

    /// <summary>A new id, e.g. <c>20261121-104233-k3f9</c>: the time in UTC and four random characters.</summary>
    public static string New(TimeProvider time) => At(time.GetUtcNow());

    /// <summary>A new id for a run that began at <paramref name="moment"/>.</summary>
    public static string At(DateTimeOffset moment) =>
        moment.UtcDateTime.ToString(Moment, CultureInfo.InvariantCulture) + "-" + Entropy.Text(Letters, Tail);

    /// <summary>When the run of this id began (UTC, to the second); null when the text is not an id of Dyno.</summary>
    public static DateTimeOffset? MomentOf(string id)
    {
        if (id.Length != Moment.Length + 1 + Tail || id[Moment.Length] != '-') return null;
        return DateTimeOffset.TryParseExact(id.AsSpan(0, Moment.Length), Moment, CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal, out var moment) ? moment : null;
    }
}
