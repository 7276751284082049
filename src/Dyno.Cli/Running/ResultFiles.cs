using System.Collections.Immutable;
using Dyno.Cli.Reports;
using Dyno.Reporting.Exporters;
using Dyno.Reporting.K6;
using Dyno.Results.Files;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Results.Store;

namespace Dyno.Cli.Running;

/// <summary>The files a run leaves behind.</summary>
internal static class ResultFiles
{
    /// <summary>Finds out before the load whether the files can be written.</summary>
    /// <exception cref="UserFault">One cannot.</exception>
    public static void ThrowUnlessWritable(RunOptions options)
    {
        var problems = ProblemsOf(options);
        if (problems.Count > 0) throw new UserFault([.. problems]);
    }

    /// <summary>What is wrong with the files that are to be written.</summary>
    public static IReadOnlyList<Problem> ProblemsOf(RunOptions options) => ProblemsOf(options.ResultFile, options.SummaryFile, options.Reports);

    /// <summary>What is wrong with files that are to be written.</summary>
    /// <param name="result">The result's; null for none.</param>
    /// <param name="summary">That of k6's summary; null for none.</param>
    /// <param name="reports">The reports.</param>
    public static IReadOnlyList<Problem> ProblemsOf(string? result, string? summary, ImmutableArray<ReportTarget> reports)
    {
        var problems = new List<Problem>();
        if (result is not null) Check("--result", result, problems);
        if (summary is not null) Check("--summary-export", summary, problems);
        foreach (var report in ReportWriter.FilesOf(reports)) Check("--format", report, problems);
        return problems;
    }

    /// <summary>Finds out before the load whether a file can be written.</summary>
    /// <exception cref="UserFault">It cannot.</exception>
    public static void ThrowUnlessWritable(string option, string path)
    {
        var problems = new List<Problem>();
        Check(option, path, problems);
        if (problems.Count > 0) throw new UserFault([.. problems]);
    }

    /// <summary>Writes what was asked for. What cannot be written is told, and keeps nothing else from being written.</summary>
    public static KeptResult Keep(RunResult result, RunOptions options)
    {
        var kept = new KeptResult();
        if (options.ResultFile is { } file) kept.Try(() => ResultFile.Write(file, result));
        if (options.SummaryFile is { } summary) kept.Try(() => WholeFile.Write(summary, K6Summary.Write(result)));
        if (options.IsStored) kept.Try(() => kept.Stored = RunStore.Here().Save(result));
        return kept;
    }

    /// <summary>Writes the reports that go into files; those without a name beside the result, wherever that is kept.</summary>
    public static void WriteReports(ReportWriter reports, RunResult result, RunOptions options, KeptResult kept)
    {
        var document = options.ResultFile is { } file && !file.StartsWith("/dev/", StringComparison.Ordinal) ? file
            : kept.Stored?.Path is { } stored ? Path.GetRelativePath(Environment.CurrentDirectory, stored)
            : $"dyno-{result.Id}";
        kept.Try(() => kept.Reports.AddRange(reports.WriteFiles(RunExporters.All, result, WithoutEnding(document))));
    }

    private static string WithoutEnding(string path) =>
        path.EndsWith(".json", StringComparison.OrdinalIgnoreCase) ? path[..^".json".Length] : path;

    private static void Check(string option, string path, List<Problem> problems)
    {
        try
        {
            var full = Path.GetFullPath(path);
            if (Directory.Exists(full)) problems.Add(new Problem(option, null, null, $"{path} is a folder", "name a file in it"));
            else if (File.Exists(full)) File.OpenHandle(full, FileMode.Open, FileAccess.Write, FileShare.ReadWrite).Dispose();
            else PrivateFolder.Create(Path.GetDirectoryName(full)!);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            problems.Add(new Problem(option, null, null, $"{path} cannot be written: {failure.Message}", "name a file that can be written"));
        }
    }
}
