namespace Dyno.Dashboard;

/// <summary>A running experiment, read from the lines that it writes after each trial.</summary>
internal static class UnfinishedExperiment
{
    private static readonly string[] Written = ["begun.json", "trials.jsonl", "comparison.json"];

    /// <summary>The folder that an experiment writes into; null before the folder exists.</summary>
    /// <param name="since">When the process was started. One that resumes an older experiment writes into the folder of that experiment.</param>
    public static string? FolderOf(OpenFolder folder, DateTimeOffset since)
    {
        var root = Path.Combine(folder.State, "experiments");
        return !Directory.Exists(root) ? null : Directory.EnumerateDirectories(root)
            .Select(path => (Path: path, At: LastWrite(path))).Where(found => found.At >= since.UtcDateTime.AddSeconds(-1))
                .OrderByDescending(found => found.At).FirstOrDefault().Path;
    }

    /// <summary>The trials written so far.</summary>
    public static ImmutableArray<TrialRecord> TrialsOf(string experiment)
    {
        var file = Path.Combine(experiment, "trials.jsonl");
        return File.Exists(file) ? [.. File.ReadLines(file).Select(ResultDocument.ReadLine<TrialRecord>).OfType<TrialRecord>()] : [];
    }

    /// <summary>The interim comparison; the final one when the experiment has ended, null before the first trial.</summary>
    /// <param name="file">The experiment's file, relative to the opened folder.</param>
    /// <param name="isQuick">Whether it was started as a first look.</param>
    public static Comparison? Of(OpenFolder folder, string experiment, string file, bool isQuick)
    {
        var finished = Path.Combine(experiment, "comparison.json");
        if (File.Exists(finished)) return ComparisonRejudge.Of(ComparisonJson.ReadFile(finished));
        var plan = ExperimentReader.Read(folder.Resolve(file), new ExperimentOverrides { IsQuick = isQuick });
        return InterimComparison.Of(plan, TrialsOf(experiment), Path.GetFileName(experiment));
    }

    private static DateTime LastWrite(string path) => Written
        .Select(name => Path.Combine(path, name)).Where(File.Exists).Select(File.GetLastWriteTimeUtc)
        .Append(RunId.MomentOf(Path.GetFileName(path))?.UtcDateTime ?? DateTime.MinValue).Max();
}
