namespace Dyno.Dashboard;

/// <summary>An experiment as one row.</summary>
/// <param name="Name">Its name; null until it is finished.</param>
/// <param name="StartedAt">When it began.</param>
/// <param name="IsFinished">Whether it has a comparison.</param>
/// <param name="Health">Whether it can be trusted; null until it is finished.</param>
/// <param name="Verdicts">Each pair in a few words.</param>
/// <param name="Problem">Why it cannot be read; null when it can.</param>
internal sealed record ExperimentRow(
    string Id, string? Name, DateTimeOffset? StartedAt, bool IsFinished, int Trials, HealthState? Health, ImmutableArray<PairWord> Verdicts, string? Problem);

internal sealed record PairWord(string Variant, string Verdict);

/// <summary>The experiments in <c>.dyno/experiments</c>.</summary>
internal sealed class StoredExperiments(OpenFolder folder)
{
    private string Root => Path.Combine(folder.State, "experiments");

    public ImmutableArray<ExperimentRow> List() => Directory.Exists(Root)
        ? [.. Directory.EnumerateDirectories(Root).OrderDescending(StringComparer.Ordinal).Take(500).Select(RowOf)]
        : [];

    public Comparison Read(string id)
    {
        if (RunId.MomentOf(id) is null) throw RefusedException.NotFound($"there is no experiment {id}");
        var file = Path.Combine(Root, id, "comparison.json");
        return File.Exists(file) ? ComparisonRejudge.Of(ComparisonJson.ReadFile(file)) : throw RefusedException.NotFound($"the experiment {id} has no verdict yet", "resume the experiment, or wait until it has ended");
    }

    private static ExperimentRow RowOf(string path)
    {
        var id = Path.GetFileName(path);
        var file = Path.Combine(path, "comparison.json");
        var trials = Path.Combine(path, "trials.jsonl");
        var made = File.Exists(trials) ? File.ReadLines(trials).Count() : 0;
        if (!File.Exists(file)) return new ExperimentRow(id, null, RunId.MomentOf(id), false, made, null, [], null);
        try
        {
            var comparison = ComparisonRejudge.Of(ComparisonJson.ReadFile(file));
            return new ExperimentRow(id, comparison.Experiment.Name, comparison.StartedAt, true, comparison.Trials.Length, comparison.Health.State,
                [.. comparison.Pairs.Where(pair => pair.IsAsked).Select(pair => new PairWord(pair.Cell.Length > 0 ? $"{pair.Variant} {pair.Cell}" : pair.Variant, pair.Verdict))], null);
        }
        catch (UserFault wrong)
        {
            return new ExperimentRow(id, null, RunId.MomentOf(id), true, made, null, [], wrong.Message);
        }
    }
}
