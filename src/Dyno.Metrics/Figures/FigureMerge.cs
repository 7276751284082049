namespace Dyno.Metrics;

/// <summary>
/// Merges the figures of several times, seconds or runs, as the <see cref="FigureKind"/> of each figure says. A figure that a time does not
/// have is not guessed: it is merged over the times that have it. Not thread-safe.
/// </summary>
public sealed class FigureMerge
{
    private readonly SortedDictionary<string, List<Part>> _parts = new(StringComparer.Ordinal);

    /// <summary>Adds the figures of one more time.</summary>
    public void Add(IReadOnlyDictionary<string, double> figures, double seconds, double requests)
    {
        foreach (var (name, value) in figures)
        {
            if (!_parts.TryGetValue(name, out var parts)) _parts[name] = parts = [];
            parts.Add(new Part(value, seconds, requests));
        }
    }

    /// <summary>Reads a merged figure; false when no time has it, or when its kind cannot be merged from values.</summary>
    public bool TryRead(string name, out double value)
    {
        value = 0;
        if (!_parts.TryGetValue(name, out var parts) || Merged(FigureTable.Of(name).Kind, parts) is not { } merged) return false;
        value = merged;
        return true;
    }

    /// <summary>All figures that can be merged.</summary>
    public ImmutableSortedDictionary<string, double> ToFigures()
    {
        var all = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        foreach (var name in _parts.Keys)
            if (TryRead(name, out var value)) all[name] = value;
        return all.ToImmutable();
    }

    private static double? Merged(FigureKind kind, List<Part> parts) => kind switch
    {
        FigureKind.Count => parts.Sum(part => part.Value),
        FigureKind.Peak => parts.Max(part => part.Value),
        FigureKind.Mean => Weighted(parts, part => part.Seconds),
        FigureKind.PerRequest => Weighted(parts, part => part.Requests),
        FigureKind.Launch => Median(parts),
        _ => parts.Count == 1 ? parts[0].Value : null,
    };

    // Without weights, all times count alike.
    private static double Weighted(List<Part> parts, Func<Part, double> weight)
    {
        var whole = parts.Sum(weight);
        return whole > 0 ? parts.Sum(part => part.Value * weight(part)) / whole : parts.Average(part => part.Value);
    }

    private static double Median(List<Part> parts)
    {
        double[] values = [.. parts.Select(part => part.Value).Order()];
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }

    private readonly record struct Part(double Value, double Seconds, double Requests);
}
