namespace Dyno.Results.Store;

/// <summary>Names of runs: sortable by time, unique, short enough to type.</summary>
public static class RunId
{
    // No vowels and nothing that looks like something else.
    private const string Letters = "23456789bcdfghjkmnpqrstvwxz";

    /// <summary>A new id, e.g. <c>20261121-104233-k3f9</c>: the time in UTC and four random characters.</summary>
    public static string New(TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(time);
        return At(time.GetUtcNow());
    }

    /// <summary>A new id for a run that began at <paramref name="moment"/>.</summary>
    public static string At(DateTimeOffset moment) =>
        $"{moment.UtcDateTime:yyyyMMdd-HHmmss}-{Entropy.Text(Letters, 4)}";
}
