namespace Dyno.Reporting;

/// <summary>How a page draws a figure of the server that each snapshot of a run holds.</summary>
/// <param name="Name">Its name in <see cref="FigureTable"/> and in the snapshots.</param>
/// <param name="Unit">The unit of the chart's vertical axis, as charts name it.</param>
/// <param name="Factor">The factor that converts the figure to that unit.</param>
public sealed record LiveFigure(string Name, string Title, string Unit, double Factor)
{
    private const string Number = "number";

    /// <summary>All such figures, those of the process before those of its runtime.</summary>
    public static ImmutableArray<LiveFigure> All => [.. FigureTable.All.Values.Where(figure => figure.IsLive).OrderBy(figure => figure.Source).Select(Of)];

    private static LiveFigure Of(Figure figure)
    {
        var (unit, factor) = ChartUnits.Of(figure.Unit);
        if (figure.IsShare) return new(figure.Name, $"{figure.Title}, %", Number, 100);
        return new(figure.Name, figure.Title, JsonNamingPolicy.CamelCase.ConvertName(unit.ToString()), factor);
    }
}
