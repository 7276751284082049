namespace Dyno.Experiments;

/// <summary>Reads one claim.</summary>
internal static class ClaimSection
{
    internal static readonly string[] Kinds = ["ratio", "growth", "difference", "figure", "quotient", "repetition", "search"];
    private static readonly string[] Keys = ["says", "article", "holds", "cannot", "note", "quick", "in", .. Kinds];

    /// <summary>The claim; null with a problem.</summary>
    public static Claim? Read(string id, YamlPlace place, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        var entries = place.Entries(Keys);
        foreach (var key in (string[])["says", "article"])
            if (!entries.ContainsKey(key)) place.Problem($"{id}: {key} is missing", $"write {key}: …");
        var measure = ReadMeasure(id, place, entries, plans);
        var condition = ReadCondition(id, place, entries);
        var cannot = entries.TryGetValue("cannot", out var reason) ? reason.Text() : null;
        if (cannot is null && measure is null && !Kinds.Any(entries.ContainsKey))
            place.Problem($"{id}: the measure is missing", $"write one of these: {string.Join(", ", Kinds)}, or cannot: REASON");
        if (cannot is not null && measure is not null) place.Problem($"{id}: a claim that cannot be judged has no measure", "remove one of them");
        if (!entries.TryGetValue("says", out var says) || !entries.TryGetValue("article", out var value)) return null;
        return new Claim
        {
            Id = id,
            Says = says.Text(),
            ArticleValue = value.Text(),
            Measure = measure,
            Condition = condition,
            CannotBeJudged = cannot,
            Note = entries.TryGetValue("note", out var note) ? note.Text() : "",
            IsQuick = entries.TryGetValue("quick", out var quick) && quick.Flag() == true,
        };
    }

    private static Condition? ReadCondition(string id, YamlPlace place, IReadOnlyDictionary<string, YamlPlace> entries)
    {
        if (!entries.TryGetValue("holds", out var holds))
        {
            if (!entries.ContainsKey("cannot")) place.Problem($"{id}: holds is missing", "write holds: 0.95..1.05");
            return null;
        }
        var text = holds.Text();
        var condition = Condition.Parse(text);
        if (condition is null) holds.Problem($"{id}: '{text}' is not a range", "write 0.95..1.05, ..0.9, 10.. or 380ms..450ms");
        return condition;
    }

    /// <summary>Reads what is measured, in a claim, a table or a chart; null with a problem, or when nothing is named.</summary>
    internal static Measure? ReadMeasure(string id, YamlPlace place, IReadOnlyDictionary<string, YamlPlace> entries,
        ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        var kinds = Kinds.Where(entries.ContainsKey).ToList();
        if (kinds.Count == 0) return null;
        if (kinds.Count > 1) place.Problem($"{id}: a claim has only one measure", $"keep one of {string.Join(", ", kinds)}");
        var (experiment, plan) = ExperimentOf(entries, plans);
        return ReadMeasure(entries[kinds[0]], kinds[0], experiment, plan);
    }

    /// <summary>The experiment that the key <c>in</c> names; the first without it.</summary>
    internal static (StudyExperiment Experiment, ExperimentPlan Plan) ExperimentOf(
        IReadOnlyDictionary<string, YamlPlace> entries, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        if (!entries.TryGetValue("in", out var name)) return plans[0];
        var found = plans.Where(p => p.Experiment.Name == name.Text()).ToList();
        if (found.Count > 0) return found[0];
        Unknown(name, "experiment", name.Text(), plans.Select(p => p.Experiment.Name));
        return plans[0];
    }

    private static Measure? ReadMeasure(YamlPlace place, string kind, StudyExperiment experiment, ExperimentPlan plan)
    {
        string[] needed = kind switch
        {
            "ratio" => ["variant", "baseline", "metric"],
            "growth" => ["variant", "baseline", "metric", "cell", "fromCell"],
            "difference" => ["variant", "baseline", "metric", "more"],
            "quotient" => ["variant", "metric", "per"],
            "search" => ["variant"],
            _ => ["variant", "metric"],
        };
        var keys = place.Entries([.. needed.Except(["cell"]), "cell", .. kind switch { "ratio" => ["baselineCell", "best"], "search" => ["goal"], _ => (string[])[] }]);
        var missing = needed.Where(k => !keys.ContainsKey(k)).ToList();
        foreach (var key in missing) place.Problem($"{kind}: {key} is missing", $"write {key}: …");
        if (missing.Count > 0) return null;
        if (kind == "search" && plan.Sweep is null) place.Problem($"the experiment {experiment.Name} has no sweep", "add a sweep to its file, or write figure");
        if (kind != "search" && plan.Sweep is not null) place.Problem($"the experiment {experiment.Name} is a search", "write search: { variant: … }");
        string[] variants = [.. plan.Variants.Select(v => v.Name).Distinct(), .. plan.Control ? [Judgement.ControlName] : (string[])[]];
        var cells = plan.Variants.Select(v => v.Cell).Distinct().ToList();
        var variant = Known(keys["variant"], "variant", variants);
        var metric = kind == "search" ? "rate" : Metric(keys["metric"]);
        var cell = keys.TryGetValue("cell", out var c) ? Known(c, "cell", cells) : cells[0];
        var other = keys.TryGetValue("baselineCell", out var b) ? Known(b, "cell", cells) : cell;
        return kind switch
        {
            "growth" => new GrowthMeasure(experiment, variant, Known(keys["baseline"], "variant", variants), metric, cell, Known(keys["fromCell"], "cell", cells)),
            "ratio" => Ratio(new RatioMeasure(experiment, variant, "", metric, cell, other), keys, variants),
            "difference" => new DifferenceMeasure(experiment, variant, Known(keys["baseline"], "variant", variants), metric, (int)(keys["more"].Whole(1, 1_000_000) ?? 1), cell),
            "quotient" => new QuotientMeasure(experiment, variant, metric, Metric(keys["per"]), cell),
            "repetition" => new RepetitionMeasure(experiment, variant, metric, cell),
            "search" => new SearchMeasure(experiment, variant, cell)
            {
                Goal = keys.TryGetValue("goal", out var goal) ? Known(goal, "goal", plan.Sweep?.Goals.Select(g => g.ToString()) ?? []) : null,
            },
            _ => new FigureMeasure(experiment, variant, metric, cell),
        };
    }

    private static RatioMeasure Ratio(RatioMeasure measure, IReadOnlyDictionary<string, YamlPlace> keys, string[] variants)
    {
        var place = keys["baseline"];
        string[] names = place.IsList ? [.. place.Items().Select(item => Known(item, "variant", variants))] : [Known(place, "variant", variants)];
        if (names.Length == 0) place.Problem("the baseline is missing", "write baseline: NAME");
        return measure with
        {
            Baseline = names.FirstOrDefault() ?? "",
            Rivals = [.. names.Skip(1)],
            BestBy = keys.TryGetValue("best", out var best) ? Metric(best) : measure.Metric,
        };
    }

    // Figures of a load's own code, of services and of programs have names that only their trials know, so any such name is accepted.
    private static string Metric(YamlPlace place) => FigureTable.IsName(place.Text())
        ? place.Text()
        : Known(place, "metric", [.. FigureTable.All.Keys, .. FigureTable.FreeNames.Select(begin => begin + "NAME")]);

    /// <summary>Reads a word out of a known list; any other word is a problem that names the nearest known word.</summary>
    internal static string Known(YamlPlace place, string kind, IEnumerable<string> known)
    {
        var word = place.Text();
        if (!known.Contains(word, StringComparer.Ordinal)) Unknown(place, kind, word, known);
        return word;
    }

    private static void Unknown(YamlPlace place, string kind, string word, IEnumerable<string> known)
    {
        var near = NearestWord.Find(word, known);
        place.Problem($"there is no {kind} '{word}'", near is null ? $"write one of these: {string.Join(", ", known)}" : $"did you mean {near}?");
    }
}
