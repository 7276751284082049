namespace Dyno.Reporting;

internal static class ChartUnits
{
    /// <summary>The unit of a chart, and the factor that converts a figure to it.</summary>
    public static (ChartUnit Unit, double Factor) Of(FigureUnit unit) => unit.Dimension switch
    {
        FigureDimension.Rate => (ChartUnit.Rate, 1),
        FigureDimension.Time => (ChartUnit.Time, unit.Factor),
        FigureDimension.Memory or FigureDimension.Traffic => (ChartUnit.Memory, 1),
        FigureDimension.Count => (ChartUnit.Count, 1),
        FigureDimension.Cpus => (ChartUnit.Cores, 1),
        _ => (ChartUnit.Number, 1),
    };
}
