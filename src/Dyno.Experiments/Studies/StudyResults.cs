using System.Collections.Immutable;
using System.Globalization;
using Dyno.Experiments.Studies.Claims;
using Dyno.Experiments.Studies.Judging;
using Dyno.Results;
using Dyno.Results.Comparisons;
using Dyno.Results.Files;
using Dyno.Results.Json;
using Dyno.Results.Studies;

namespace Dyno.Experiments.Studies;

/// <summary>The comparisons of a study so far, and what they say about its claims. Not thread-safe.</summary>
/// <param name="study">The study.</param>
/// <param name="claims">The claims that are judged.</param>
public sealed class StudyResults(Study study, ImmutableArray<Claim> claims)
{
    private readonly Dictionary<StudyExperiment, Comparison> _comparisons = [];
    private readonly Dictionary<StudyExperiment, string> _absences = [];

    /// <summary>What is kept in the study's folder.</summary>
    /// <exception cref="ResultException">A kept result cannot be read.</exception>
    public static StudyResults Kept(Study study)
    {
        ArgumentNullException.ThrowIfNull(study);
        var results = new StudyResults(study, study.Claims);
        foreach (var experiment in study.Experiments)
            if (study.ResultFile(experiment) is var file && File.Exists(file))
                results.Add(experiment, ComparisonJson.Read(File.ReadAllText(file), Path.GetRelativePath(Environment.CurrentDirectory, file)));
        return results;
    }

    /// <summary>Takes the result of an experiment.</summary>
    public void Add(StudyExperiment experiment, Comparison comparison) => _comparisons[experiment] = comparison;

    /// <summary>Takes the reason why an experiment has no result; its claims cannot be judged.</summary>
    public void Miss(StudyExperiment experiment, string reason) => _absences[experiment] = reason;

    /// <summary>Writes each result to the study's folder.</summary>
    /// <returns>The files.</returns>
    /// <exception cref="ResultException">One cannot be written.</exception>
    public ImmutableArray<string> Keep()
    {
        foreach (var (experiment, comparison) in _comparisons) WholeFile.Write(study.ResultFile(experiment), ComparisonJson.Write(Portable(comparison)));
        return [.. _comparisons.Keys.Select(study.ResultFile)];
    }

    /// <summary>Every claim with what is known by now.</summary>
    public StudyRecord Record() => new()
    {
        Name = study.Name,
        Title = study.Title,
        Article = study.Article,
        Claims = [.. claims.Select(Judge)],
        Measurements = [.. study.Experiments.Where(_comparisons.ContainsKey).Select(e => InWords(e, _comparisons[e]))],
    };

    private ClaimRecord Judge(Claim claim) => claim.Measure is not { Experiment: var experiment }
        ? ClaimJudge.Judge(claim, null)
        : ClaimJudge.Judge(claim, _comparisons.GetValueOrDefault(experiment), _absences.GetValueOrDefault(experiment));

    // The documents of the single trials stay where they were measured, and no path of that machine is kept.
    private static Comparison Portable(Comparison comparison) => comparison with
    {
        Experiment = comparison.Experiment with { Source = Path.GetFileName(comparison.Experiment.Source) },
        Trials = [.. comparison.Trials.Select(t => t with { Run = null })],
    };

    private static string InWords(StudyExperiment experiment, Comparison comparison)
    {
        var rounds = comparison.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).Distinct().Count();
        var machine = comparison.Environment;
        return string.Create(CultureInfo.InvariantCulture,
            $"{experiment.Name}: {rounds} rounds on {comparison.StartedAt:yyyy-MM-dd}, {machine.CpuModel}, {machine.LogicalCpus} CPUs, {machine.OperatingSystem}; {comparison.Health.State.ToString().ToLowerInvariant()}");
    }
}
