namespace Dyno.Scenarios;

/// <summary>The reports that a run leaves behind.</summary>
internal static class ReportFiles
{
    private const int Width = 120;

    /// <summary>Writes the reports that were asked for.</summary>
    /// <returns>Full paths of the reports.</returns>
    /// <exception cref="UserFault">A report cannot be written.</exception>
    public static ImmutableArray<string> Write(RunResult result, SessionSettings settings, string sessionId)
    {
        if (settings.ReportFormats.Length == 0) return [];
        var folder = settings.ReportFolder ?? Path.Combine("reports", sessionId);
        var name = settings.ReportFileName ?? $"dyno_report_{sessionId}";
        return [.. settings.ReportFormats.Select(format => Write(result, format, Path.GetFullPath(Path.Combine(folder, name))))];
    }

    /// <summary>A run in the format of a file's ending; null when no format has it.</summary>
    public static string? TextOf(RunResult result, string ending) => Enum.GetValues<ReportFormat>()
        .Where(format => ending.Equals("." + format, StringComparison.OrdinalIgnoreCase)).Select(format => TextOf(result, format)).FirstOrDefault();

    private static string TextOf(RunResult result, ReportFormat format) =>
        RunExporters.For(format == ReportFormat.Txt ? "console" : Ending(format))
            .Export(result, new ReportStyle(Width, HasColour: false) { Layout = ReportLayout.Steps });

    private static string Ending(ReportFormat format) => format.ToString().ToLowerInvariant();

    private static string Write(RunResult result, ReportFormat format, string path)
    {
        path = $"{path}.{Ending(format)}";
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            WholeFile.Write(path, TextOf(result, format));
            return path;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or UserFault)
        {
            throw new UserFault($"the report {path} cannot be written: {failure.Message}", "name another folder with WithReportFolder", failure);
        }
    }
}
