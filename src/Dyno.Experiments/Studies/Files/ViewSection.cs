namespace Dyno.Experiments;

/// <summary>Reads what a study shows beside its claims: tables of figures, and charts over time.</summary>
internal static class ViewSection
{
    private static readonly string[] ChartKeys = ["shows", "in", "variant", "cell", "series"];

    public static ImmutableArray<StudyTable> ReadTables(YamlPlace place, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans) =>
        [.. place.Entries().Select(t => ReadTable(t.Value, plans))];

    public static ImmutableArray<StudyChart> ReadCharts(YamlPlace place, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans) =>
        [.. place.Entries().Select(c => ReadChart(c.Key, c.Value, plans)).OfType<StudyChart>()];

    private static StudyTable ReadTable(YamlPlace place, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        var keys = place.Entries(["shows", "across", "rows"]);
        foreach (var key in (string[])["shows", "rows"])
            if (!keys.ContainsKey(key)) place.Problem($"{place.Name}: {key} is missing", $"write {key}: …");
        var across = keys.TryGetValue("across", out var others) ? others : null;
        var rows = keys.TryGetValue("rows", out var list)
            ? list.Entries().Select(r => ReadRow(r.Key, r.Value, across, plans)).OfType<StudyTableRow>().ToList() : [];
        ImmutableArray<string> columns = across is null || rows.Count == 0 ? [] : [.. rows[0].Measures.Select(m => m.Variant)];
        return new StudyTable(keys.TryGetValue("shows", out var shows) ? shows.Text() : "", columns, [.. rows]);
    }

    private static StudyTableRow? ReadRow(
        string label, YamlPlace place, YamlPlace? across, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        var entries = place.Entries(["in", .. ClaimSection.Kinds]);
        if (ClaimSection.ReadMeasure(label, place, entries, plans) is { } measure)
        {
            if (across is null) return new StudyTableRow(label, [measure]);
            if (measure is FigureMeasure figure)
            {
                var known = ClaimSection.ExperimentOf(entries, plans).Plan.Variants.Select(v => v.Name).Distinct().ToList();
                return new StudyTableRow(label, [figure, .. across.Items().Select(v => figure with { Variant = ClaimSection.Known(v, "variant", known) })]);
            }
            place.Problem($"{label}: only a figure can be shown across variants", "write figure: { variant: …, metric: … }");
            return null;
        }
        if (!ClaimSection.Kinds.Any(entries.ContainsKey)) place.Problem($"{label}: the measure is missing", $"write one of these: {string.Join(", ", ClaimSection.Kinds)}");
        return null;
    }

    private static StudyChart? ReadChart(string id, YamlPlace place, ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> plans)
    {
        var keys = place.Entries(ChartKeys);
        var missing = ((string[])["shows", "variant", "series"]).Where(k => !keys.ContainsKey(k)).ToList();
        foreach (var key in missing) place.Problem($"{id}: {key} is missing", $"write {key}: …");
        if (missing.Count > 0) return null;
        var (experiment, plan) = ClaimSection.ExperimentOf(keys, plans);
        var variant = ClaimSection.Known(keys["variant"], "variant", plan.Variants.Select(v => v.Name).Distinct());
        var cells = plan.Variants.Select(v => v.Cell).Distinct().ToList();
        var cell = keys.TryGetValue("cell", out var c) ? ClaimSection.Known(c, "cell", cells) : cells[0];
        var name = ClaimSection.Known(keys["series"], "series", StudySeries.All.Select(s => s.Name));
        return StudySeries.All.FirstOrDefault(s => s.Name == name) is not { } series ? null
            : new StudyChart(keys["shows"].Text(), new FigureMeasure(experiment, variant, "rate", cell), series);
    }
}
