using System.Collections.Immutable;
using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results.Files;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Scenarios.Running;

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
    public static string? TextOf(RunResult result, string ending) => ending.ToUpperInvariant() switch
    {
        ".TXT" => TextOf(result, ReportFormat.Txt).Text,
        ".CSV" => TextOf(result, ReportFormat.Csv).Text,
        ".HTML" => TextOf(result, ReportFormat.Html).Text,
        ".MD" => TextOf(result, ReportFormat.Md).Text,
        ".JSON" => TextOf(result, ReportFormat.Json).Text,
        _ => null,
    };

    private static (string Extension, string Text) TextOf(RunResult result, ReportFormat format)
    {
        var (extension, exporter) = format switch
        {
            ReportFormat.Txt => ("txt", "console"),
            ReportFormat.Csv => ("csv", "csv"),
            ReportFormat.Html => ("html", "html"),
            ReportFormat.Md => ("md", "md"),
            _ => ("json", "json"),
        };
        return (extension, RunExporters.For(exporter).Export(result, new ReportStyle(Width, HasColour: false) { Layout = ReportLayout.Steps }));
    }

    private static string Write(RunResult result, ReportFormat format, string path)
    {
        var (extension, text) = TextOf(result, format);
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            WholeFile.Write($"{path}.{extension}", text);
            return $"{path}.{extension}";
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or UserFault)
        {
            throw new UserFault($"the report {path}.{extension} cannot be written: {failure.Message}", "name another folder with WithReportFolder", failure);
        }
    }
}
