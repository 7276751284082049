namespace Dyno.Cli;

/// <summary>The files that a run writes.</summary>
internal static class ResultFiles
{
    /// <summary>The problems of the files that are to be written.</summary>
    public static IReadOnlyList<Problem> ProblemsOf(RunOptions options)
    {
        var problems = new List<Problem>();
        if (options.ResultFile is { } result) Check("--result", result, problems);
        if (options.SummaryFile is { } summary) Check("--summary-export", summary, problems);
        foreach (var report in ReportWriter.FilesOf(options.Reports)) Check("--format", report, problems);
        return problems;
    }

    /// <summary>Checks before the load whether a file can be written.</summary>
    /// <exception cref="UserFault">The file cannot be written.</exception>
    public static void ThrowUnlessWritable(string option, string path)
    {
        var problems = new List<Problem>();
        Check(option, path, problems);
        if (problems.Count > 0) throw new UserFault([.. problems]);
    }

    /// <summary>Writes the files that were asked for. A file that cannot be written is reported, and the other files are written nevertheless.</summary>
    public static KeptResult Keep(FinishedLoad finished, RunOptions options)
    {
        var (kept, result) = (new KeptResult(), finished.Result);
        foreach (var text in finished.Texts.Where(text => text.Target is not ("stdout" or "stderr")))
            kept.Try(() => WholeFile.Write(text.Target, text.Content));
        if (options.ResultFile is { } file) kept.Try(() => WholeFile.Write(file, RunResultJson.Write(result)));
        if (options.SummaryFile is { } summary) kept.Try(() => WholeFile.Write(summary, finished.SummaryExport ?? K6Summary.Write(result)));
        if (options.IsStored) kept.Try(() => kept.Stored = RunStore.Here(options.Folder).Save(result));
        return kept;
    }

    /// <summary>Writes the reports that go into files. A report without a file name is written beside the result.</summary>
    public static void WriteReports(ReportWriter reports, RunResult result, RunOptions options, KeptResult kept)
    {
        var document = options.ResultFile is { } file && !file.StartsWith("/dev/", StringComparison.Ordinal) ? file
            : kept.Stored?.Path is { } stored ? Path.GetRelativePath(options.Folder, stored)
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
