namespace Dyno.Experiments;

/// <summary>
/// The results that a study keeps in <c>results/</c>: <c>NAME.json</c> of an experiment, and <c>NAME.2.json</c> … where several runs, each
/// with some of the variants, judge the claims together. Trials of different runs are never paired with each other.
/// </summary>
internal static partial class KeptComparisons
{
    /// <summary>Reads all results of an experiment.</summary>
    /// <exception cref="UserFault">A result cannot be read.</exception>
    public static IEnumerable<(string File, Comparison Comparison)> Read(Study study, StudyExperiment experiment) =>
        from file in FilesOf(study, experiment)
        select (file, ComparisonJson.Read(File.ReadAllText(file), Path.GetRelativePath(Environment.CurrentDirectory, file)));

    /// <summary>Keeps a result beside those that other claims still need, and removes those that no claim needs any more.</summary>
    /// <returns>The file of the result; null when every claim prefers a result that is kept already.</returns>
    /// <exception cref="UserFault">The result cannot be written.</exception>
    public static string? Keep(Study study, StudyExperiment experiment, Comparison comparison)
    {
        var kept = Read(study, experiment).ToList();
        Comparison[] all = [comparison, .. kept.Select(k => k.Comparison)];
        var needed = study.Measures.Where(m => m.Experiment == experiment)
            .Select(m => ComparisonChoice.For(m, all)).ToHashSet(ReferenceEqualityComparer.Instance);
        foreach (var old in kept.Where(k => !needed.Contains(k.Comparison))) File.Delete(old.File);
        if (!needed.Contains(comparison)) return null;
        var taken = kept.Where(k => needed.Contains(k.Comparison)).Select(k => k.File).ToHashSet();
        var file = Enumerable.Range(1, int.MaxValue - 1).Select(n => FileOf(study, experiment, n)).First(f => !taken.Contains(f));
        WholeFile.Write(file, ResultDocument.Write(Portable(comparison)));
        return file;
    }

    private static string FileOf(Study study, StudyExperiment experiment, int number) => number == 1 ? study.ResultFile(experiment)
        : Path.ChangeExtension(study.ResultFile(experiment), string.Create(CultureInfo.InvariantCulture, $"{number}.json"));

    private static IEnumerable<string> FilesOf(Study study, StudyExperiment experiment)
    {
        var folder = Path.GetDirectoryName(study.ResultFile(experiment))!;
        if (!Directory.Exists(folder)) return [];
        return Directory.GetFiles(folder, $"{experiment.Name}*.json").Order(StringComparer.Ordinal)
            .Where(f => Number().Replace(Path.GetFileNameWithoutExtension(f), "") == experiment.Name);
    }

    // The documents of single trials stay on the machine of the measurement, and no path of that machine is kept. Of each variant, the
    // trial that a report shows over time keeps its seconds; the seconds of all trials would be most of the file.
    private static Comparison Portable(Comparison comparison)
    {
        var shown = comparison.Trials.GroupBy(t => (t.Variant, t.Cell)).Select(g => Middle(comparison, g)).OfType<TrialRecord>().ToHashSet();
        return comparison with
        {
            Experiment = comparison.Experiment with { Source = Path.GetFileName(comparison.Experiment.Source) },
            Trials = [.. comparison.Trials.Select(t => t with { Run = null, Series = shown.Contains(t) ? t.Series : null })],
            Sweep = comparison.Sweep is { } sweep ? sweep with { Points = [.. sweep.Points.Select(p => p with { Runs = [] })] } : null,
        };
    }

    /// <summary>The trial whose headline is the median, out of the trials that were kept over time; null without one.</summary>
    public static TrialRecord? Middle(Comparison comparison, IEnumerable<TrialRecord> trials)
    {
        var headline = comparison.Experiment.Headline;
        var used = trials.Where(t => t.Outcome == TrialOutcome.Used && t.Series is not null && t.Metrics.ContainsKey(headline))
            .OrderBy(t => t.Metrics[headline]).ToList();
        return used.Count == 0 ? null : used[(used.Count - 1) / 2];
    }

    [GeneratedRegex(@"\.[0-9]+$")]
    private static partial Regex Number();
}
