namespace Dyno.Cli;

/// <summary><c>dyno compare a.json b.json</c>: shows stored results side by side, and says what such a comparison cannot tell.</summary>
internal static class StoredResults
{
    /// <summary>Whether every target is a stored result.</summary>
    public static bool AreMeant(ImmutableArray<string> targets, string folder) =>
        targets.Length > 0 && targets.All(t => t.EndsWith(".json", StringComparison.OrdinalIgnoreCase) || IsKept(t, folder)) && !targets.All(IsProgram);

    // An existing folder or project is measured, even when a stored run has the same name.
    private static bool IsProgram(string target) => Path.Exists(target) && !target.EndsWith(".json", StringComparison.OrdinalIgnoreCase);

    private static bool IsKept(string target, string folder)
    {
        if (Path.Exists(target) || target.Contains("://", StringComparison.Ordinal)) return false;
        try
        {
            _ = RunStore.Here(folder).Find(target);
            return true;
        }
        catch (UserFault)
        {
            return false;
        }
    }

    private static RunResult Read(string target, string folder) =>
        target.EndsWith(".json", StringComparison.OrdinalIgnoreCase) ? RunResultJson.ReadFile(target) : RunStore.Here(folder).Get(target);

    public static Task<int> Compare(Terminal terminal, CompareOptions options)
    {
        if (options.Targets.Length < 2)
            throw new UserFault([new Problem(options.Targets[0], null, null, "a comparison needs two results", "name another result: dyno compare old.json new.json")]);
        if (options.HasGate)
            throw new UserFault([new Problem("--gate", null, null, "stored results give no verdict", "measure both in one experiment: dyno compare EXPERIMENT --gate")]);
        var names = options.Targets.Select(t => Path.GetFileNameWithoutExtension(t)!).ToList();
        var isUnique = names.Distinct(StringComparer.Ordinal).Count() == names.Count;
        var comparison = StoredComparison.Of([.. options.Targets.Select((t, i) => (isUnique ? names[i] : $"{names[i]}-{i + 1}", Read(t, terminal.Folder)))]);
        var reports = new ReportWriter(options.Reports, options.IsFull ? ReportLayout.Full : ReportLayout.Summary, terminal);
        foreach (var report in reports.WriteFiles(ComparisonExporters.All, comparison, Path.ChangeExtension(options.ResultFile ?? "comparison.json", null)))
            terminal.Error.WriteLine($"dyno: report: {report}");
        reports.Print(ComparisonExporters.All, comparison);
        if (options.ResultFile is { } file) WholeFile.Write(file, ResultDocument.Write(comparison));
        return Task.FromResult(ExitCode.Success);
    }
}
