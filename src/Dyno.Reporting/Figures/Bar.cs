namespace Dyno.Reporting;

/// <summary>Small pictures made of block characters.</summary>
internal static class Bar
{
    private const string Rising = "▁▂▃▄▅▆▇█";
    private const string Partial = "▏▎▍▌▋▊▉█";

    /// <summary>A bar of up to <paramref name="width"/> cells in eighths of a cell; every share above zero is visible.</summary>
    public static string Horizontal(double share, int width)
    {
        if (share <= 0) return "";
        var eighths = Math.Clamp((int)Math.Round(share * width * 8), 1, width * 8);
        var whole = new string('█', eighths / 8);
        return eighths % 8 == 0 ? whole : whole + Partial[eighths % 8 - 1];
    }

    /// <summary>One column per value, from zero to the largest.</summary>
    public static string Sparkline(IReadOnlyList<double> values)
    {
        var most = values.Count == 0 ? 0 : values.Max();
        return string.Concat(values.Select(value => most <= 0 ? Rising[0] : Rising[LevelOf(value / most)]));
    }

    private static int LevelOf(double share) => Math.Clamp((int)Math.Ceiling(share * Rising.Length) - 1, 0, Rising.Length - 1);
}
