namespace Dyno.Experiments;

/// <summary>The comparisons of a study so far, and what they show about its claims. Not thread-safe.</summary>
public sealed class StudyResults(Study study, ImmutableArray<Claim> claims)
{
    private readonly Dictionary<StudyExperiment, List<Comparison>> _comparisons = [];
    private readonly Dictionary<StudyExperiment, string> _absences = [];

    /// <summary>The results that are kept in the study's folder.</summary>
    /// <exception cref="UserFault">A kept result cannot be read.</exception>
    public static StudyResults Kept(Study study)
    {
        var results = new StudyResults(study, study.Claims);
        foreach (var experiment in study.Experiments)
            foreach (var (_, comparison) in KeptComparisons.Read(study, experiment)) results.Add(experiment, comparison);
        return results;
    }

    /// <summary>The files of the results that are kept in the study's folder, with what is in them.</summary>
    /// <exception cref="UserFault">A kept result cannot be read.</exception>
    public static IEnumerable<(string File, Comparison Comparison)> KeptFiles(Study study) =>
        study.Experiments.SelectMany(experiment => KeptComparisons.Read(study, experiment));

    public void Add(StudyExperiment experiment, Comparison comparison)
    {
        if (_comparisons.TryGetValue(experiment, out var known)) known.Add(comparison);
        else _comparisons[experiment] = [comparison];
    }

    /// <summary>Takes the reason why an experiment has no result; its claims cannot be judged.</summary>
    public void Miss(StudyExperiment experiment, string reason) => _absences[experiment] = reason;

    /// <summary>Writes the results of an experiment to the study's folder, beside those that other claims still need.</summary>
    /// <returns>The files.</returns>
    /// <exception cref="UserFault">A result cannot be written.</exception>
    public ImmutableArray<string> Keep(StudyExperiment experiment) =>
        [.. _comparisons.GetValueOrDefault(experiment, []).Select(c => KeptComparisons.Keep(study, experiment, c)).OfType<string>()];

    /// <summary>Every claim with its result so far.</summary>
    public StudyRecord Record()
    {
        var chosen = claims.Select(c => (Claim: c, Comparison: c.Measure is null ? null : Choose(c.Measure))).ToList();
        return new StudyRecord
        {
            Name = study.Name,
            Title = study.Title,
            Article = study.Article,
            Claims = [.. chosen.Select(c => Judge(c.Claim, c.Comparison))],
            Tables = [.. study.Tables.Select(t => StudyViews.Of(t, Choose)).Where(t => t.Rows.Any(r => r.Figures.Any(f => f.Measured.Length > 0)))],
            Charts = [.. study.Charts.Select(c => StudyViews.Of(c, Choose)).OfType<ChartRecord>()],
            Measurements =
            [
                .. from experiment in study.Experiments
                   from comparison in _comparisons.GetValueOrDefault(experiment, []).OrderBy(c => c.StartedAt)
                   where chosen.Any(c => c.Comparison == comparison)
                   select InWords(experiment, comparison),
            ],
        };
    }

    private Comparison? Choose(Measure measure) =>
        _comparisons.TryGetValue(measure.Experiment, out var known) ? ComparisonChoice.For(measure, known) : null;

    private ClaimRecord Judge(Claim claim, Comparison? comparison) =>
        ClaimJudge.Judge(claim, comparison, claim.Measure is { Experiment: var experiment } ? _absences.GetValueOrDefault(experiment) : null);

    private static string InWords(StudyExperiment experiment, Comparison comparison)
    {
        var rounds = comparison.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).Distinct().Count();
        var unit = comparison.Sweep is null ? "rounds" : "points";
        var machine = comparison.Environment;
        return string.Create(CultureInfo.InvariantCulture,
            $"{experiment.Name}: {rounds} {unit} on {comparison.StartedAt:yyyy-MM-dd}, {machine.CpuModel}, {machine.LogicalCpus} CPUs, {machine.OperatingSystem}; {comparison.Health.State.ToString().ToLowerInvariant()}{(HasChanged(experiment, comparison) ? "; the experiment has been changed since" : "")}");
    }

    // Whether the experiment's file differs from the text in a result; results of runs of Dyno itself and of benchmarks have no such text.
    private static bool HasChanged(StudyExperiment experiment, Comparison comparison) =>
        comparison.Experiment.Text.Length > 0 && File.Exists(experiment.File)
        && Redaction.Lines(File.ReadAllText(experiment.File)).ReplaceLineEndings() != comparison.Experiment.Text.ReplaceLineEndings();
}
