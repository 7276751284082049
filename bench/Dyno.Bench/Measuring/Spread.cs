namespace Dyno.Bench;

/// <summary>Median and range of a few figures.</summary>
internal readonly record struct Spread(double Median, double Min, double Max)
{
    public static Spread Of(IEnumerable<double> figures)
    {
        var sorted = figures.Order().ToArray();
        var middle = sorted.Length / 2;
        var median = sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new(median, sorted[0], sorted[^1]);
    }

    /// <summary>The median, followed by the range.</summary>
    public string Show(string format)
    {
        return $"{Text(Median)} ({Text(Min)}–{Text(Max)})";

        string Text(double figure) => figure.ToString(format, CultureInfo.InvariantCulture);
    }
}
