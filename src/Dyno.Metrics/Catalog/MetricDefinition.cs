namespace Dyno.Metrics;

/// <summary>A metric's name and kind.</summary>
/// <param name="Name">Unique; see <see cref="IsValidName"/>.</param>
/// <param name="Unit">The unit of the values.</param>
public sealed record MetricDefinition(string Name, MetricType Type, MetricUnit Unit = MetricUnit.Default)
{
    /// <summary>Longest name, as in k6.</summary>
    public const int MaxNameLength = 128;

    /// <summary>Whether <paramref name="name"/> may name a metric: a letter or <c>_</c>, then letters, digits and
    /// <c>_</c>, all ASCII, at most 128 of them.</summary>
    public static bool IsValidName(string name)
    {
        if (name.Length is 0 or > MaxNameLength || char.IsAsciiDigit(name[0])) return false;
        foreach (var c in name)
            if (!char.IsAsciiLetterOrDigit(c) && c != '_') return false;
        return true;
    }
}
