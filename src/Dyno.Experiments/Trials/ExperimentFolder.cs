using System.Security.Cryptography;

namespace Dyno.Experiments;

/// <summary>
/// The folder of an experiment, <c>.dyno/experiments/ID/</c>. It has a run document per trial, the comparison, and what is needed
/// to continue after an interruption: <c>begun.json</c>, and a line per trial in <c>trials.jsonl</c>, written as the trial ends.
/// </summary>
internal sealed class ExperimentFolder : IDisposable
{
    private const string Begun = "begun.json";
    private const string TrialLines = "trials.jsonl";
    private const string ComparisonFile = "comparison.json";

    private readonly string? _root;
    private readonly OwnedFolder? _temporary;
    private int _documents;

    private ExperimentFolder(string? root, string path, OwnedFolder? temporary = null)
    {
        (_root, _temporary) = (root, temporary);
        Path = path;
        if (Directory.Exists(path)) _documents = Directory.GetFiles(path, "????-*.json").Length;
    }

    public string Path { get; }

    public string Id => System.IO.Path.GetFileName(Path);

    /// <summary>Creates the folder of a new experiment.</summary>
    /// <param name="root">Dyno's folder for kept files; null: nothing is kept, and the documents lie in a temporary folder until the end.</param>
    /// <exception cref="UserFault">The folder cannot be written.</exception>
    public static ExperimentFolder Create(string? root, string id, ExperimentPlan plan)
    {
        var temporary = root is null ? OwnedFolder.Create("dyno-experiment-") : null;
        var path = temporary?.Path ?? System.IO.Path.GetFullPath(System.IO.Path.Combine(root!, "experiments", id));
        var folder = new ExperimentFolder(root, path, temporary);
        if (root is not null) WholeFile.TryWriteNew(System.IO.Path.Combine(root, ".gitignore"), "*\n");
        WholeFile.Write(folder.FileOf(Begun), JsonSerializer.Serialize(new { fingerprint = Fingerprint(plan), seed = plan.Seed }) + "\n");
        return folder;
    }

    /// <summary>The latest folder of the same experiment below a root; null without one.</summary>
    /// <param name="root">Dyno's folder for kept files.</param>
    /// <param name="plan">The experiment; its number of rounds and its seed may differ.</param>
    /// <param name="seed">The seed with which the experiment began.</param>
    public static ExperimentFolder? FindBegun(string root, ExperimentPlan plan, out long seed)
    {
        seed = plan.Seed;
        var all = System.IO.Path.GetFullPath(System.IO.Path.Combine(root, "experiments"));
        if (!Directory.Exists(all)) return null;
        foreach (var path in Directory.GetDirectories(all).OrderDescending(StringComparer.Ordinal))
        {
            var file = System.IO.Path.Combine(path, Begun);
            if (!PrivateFolder.IsPlainFile(file)) continue;
            using var begun = JsonDocument.Parse(File.ReadAllText(file));
            if (begun.RootElement.GetProperty("fingerprint").GetString() != Fingerprint(plan)) continue;
            seed = begun.RootElement.GetProperty("seed").GetInt64();
            var folder = new ExperimentFolder(root, path);
            folder.EndLastLine();
            return folder;
        }
        return null;
    }

    /// <summary>What is wrong with a command that should resume what was not begun.</summary>
    public static UserFault NothingBegun(string what, string folder, string with) => new($"there is no such {what} to resume in {folder}",
        $"remove --resume; it resumes only with the {with} and the options that it began with")
    { ExitsWith = ExitCode.Failed };

    /// <summary>Whether the experiment has been completed.</summary>
    public bool IsFinished => PrivateFolder.IsPlainFile(FileOf(ComparisonFile));

    /// <summary>The trials that were recorded; a last line that was cut off is left out.</summary>
    public ImmutableArray<TrialRecord> Trials()
    {
        if (!PrivateFolder.IsPlainFile(FileOf(TrialLines))) return [];
        var trials = ImmutableArray.CreateBuilder<TrialRecord>();
        foreach (var line in File.ReadLines(FileOf(TrialLines)))
            if (ResultDocument.ReadLine<TrialRecord>(line) is { } trial) trials.Add(trial);
        return trials.ToImmutable();
    }

    /// <summary>Keeps the record of a trial at once.</summary>
    /// <exception cref="UserFault">The record cannot be written.</exception>
    public void Keep(TrialRecord trial)
    {
        try
        {
            File.AppendAllText(FileOf(TrialLines), ResultDocument.WriteLine(trial) + "\n");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{FileOf(TrialLines)}: cannot be written: {failure.Message}",
                "free disk space, then continue with --resume", failure);
        }
    }

    /// <summary>Keeps the run of a trial.</summary>
    /// <returns>Its file, relative to the folder.</returns>
    /// <exception cref="UserFault">The run cannot be written.</exception>
    public string Keep(string variant, RunResult run)
    {
        var file = string.Create(CultureInfo.InvariantCulture, $"{++_documents:0000}-{variant}.json");
        WholeFile.Write(FileOf(file), RunResultJson.Write(run));
        return file;
    }

    /// <summary>Reads the run of a trial again; null when its file is gone or damaged.</summary>
    /// <param name="file">As <see cref="Keep(string, RunResult)"/> named it.</param>
    public RunResult? Read(string file) => Attempt.WithoutFault(() => RunResultJson.ReadFile(FileOf(file)));

    /// <summary>Keeps the comparison.</summary>
    /// <returns>Its file; null when nothing is kept.</returns>
    public string? Keep(Comparison comparison)
    {
        if (_root is null) return null;
        WholeFile.Write(FileOf(ComparisonFile), ResultDocument.Write(comparison));
        return FileOf(ComparisonFile);
    }

    /// <summary>Removes the files that are not to be kept.</summary>
    public void Dispose() => _temporary?.Dispose();

    // A line that was cut off as Dyno was killed must not take the next one with it.
    private void EndLastLine()
    {
        if (!PrivateFolder.IsPlainFile(FileOf(TrialLines))) return;
        using var lines = new FileStream(FileOf(TrialLines), FileMode.Open, FileAccess.ReadWrite);
        if (lines.Length == 0) return;
        lines.Position = lines.Length - 1;
        if (lines.ReadByte() != '\n') lines.WriteByte((byte)'\n');
    }

    private string FileOf(string name) => System.IO.Path.Combine(Path, name);

    // Hash of the plan without what may differ when an experiment is resumed: the number of rounds, and the seed.
    // Trials of another way to measure slices are not continued: estimates of both must not be mixed.
    internal const string Estimator = "own time, one after the other";

    private static string Fingerprint(ExperimentPlan plan)
    {
        var text = string.Join('\n', plan.Text, plan.Source, plan.Duration, plan.WarmUp, plan.Compare.Baseline, plan.Control, plan.Observe, Estimator,
            string.Join('\n', plan.Variants.Select(v => $"{v.Name}|{v.Cell}|{v.Load}|{v.Shape}|{v.Subject}")), string.Join(',', plan.HealthLimits), plan.Rebuilds);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
    }
}
