namespace Dyno.Reporting;

/// <summary>The sheet of a comparison: its sections, top to bottom.</summary>
internal static class ComparisonSheet
{
    public static Sheet Of(Comparison comparison)
    {
        var experiment = comparison.Experiment;
        var cells = comparison.Variants.Select(v => v.Cell).Distinct().ToList();
        return new Sheet
        {
            Title = experiment.Name,
            Subtitle = string.Create(CultureInfo.InvariantCulture,
                $"{comparison.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC, {FigureText.Count(comparison.Trials.Length, "trial")}, comparison {comparison.Id}, dyno {comparison.Tool.Version.Split('+')[0]}{(RevisionWords.Of(comparison) is { } revisions ? $"; {revisions}" : "")}"),
            Verdict = ComparisonVerdictWords.Of(comparison),
            KeyFigures = [.. ComparisonVerdictWords.KeyFigures(comparison)],
            Sections =
            [
                .. new[]
                {
                    new Section("Which is faster", Lead(comparison), [.. cells.SelectMany((cell, i) => Headline(comparison, cell, i))]),
                    new Section("Which method costs it", "From further launches, whose rates and times count for nothing.", [.. ProfileTables.Of(comparison)]),
                    new Section("Why", "What the server's own counters say, by stated rules.", [.. ComparisonTables.Explanations(comparison)]),
                    new Section("The services", "What the experiment's services did for each variant.", [.. ComparisonTables.Services(comparison)]),
                    new Section("Round by round", RoundsLead(comparison), [.. ChartBlock.Of(cells.Select((cell, i) => ComparisonCharts.Rounds(comparison, cell, i)))]),
                    new Section("Latency", "Response times of all trials of a variant, merged.", [.. ChartBlock.Of(cells.Select((cell, i) => ComparisonCharts.Curves(comparison, cell, i))),
                        .. ComparisonTables.Latencies(comparison)]),
                    new Section("Over time", "The middle trial of each variant, against its time under load. The warm-up is shaded and does not count.",
                        [.. ChartBlock.Of(cells.SelectMany((cell, i) => ComparisonCharts.OverTime(comparison, cell, i)))]),
                    new Section("Other metrics", "95 % intervals, not corrected for multiple comparisons: hints where to look, not verdicts.",
                        [.. ComparisonTables.Forests(comparison), .. ComparisonTables.Metrics(comparison)]),
                    new Section("Metrics of the script", "Metrics and checks of the load: medians of the trials. 95 % intervals, not corrected; no verdicts.",
                        [.. ComparisonTables.OfScripts(comparison)]),
                    new Section("The searched load", "", [.. ComparisonTables.Sweep(comparison)]),
                    new Section("The variants", "What each program says it runs with.", [.. ComparisonTables.Effective(comparison)]),
                    new Section("The trials", "Every launch, in the order of measuring.", [.. ComparisonTables.Outliers(comparison), .. ComparisonTables.Trials(comparison)]) { IsDetail = true },
                    new Section("The environment", "The machine at the first trial.", RunFacts.Environment(comparison.Environment)) { IsDetail = true },
                    new Section("The experiment", "Everything needed to repeat the experiment.", [.. ComparisonTables.Experiment(comparison)]) { IsDetail = true },
                }.Where(section => !section.Blocks.IsEmpty),
            ],
        };
    }

    private static IEnumerable<Block> Headline(Comparison comparison, string cell, int index)
    {
        if (ComparisonCharts.HeadlineForest(comparison, cell) is { } forest) yield return new ForestBlock(forest);
        yield return ComparisonTables.Variants(comparison, cell);
        // Facts that the table does not show: the noise floor, how to answer an open question, and which difference would have been detected.
        foreach (var pair in comparison.Pairs.Where(p => p.Cell == cell && (p.IsControl || p.Outlook is not null || !IsClear(p.Verdict))))
            yield return new NoteBlock((pair.IsControl ? "Noise floor: " : "") + pair.Sentence
                + FurtherRounds.Of(pair), ComparisonVerdictWords.ToneOf(pair));
        foreach (var judged in comparison.Pairs.Where(p => p.Cell == cell && !p.IsControl).SelectMany(p => p.Judged))
            yield return new NoteBlock(judged.Sentence + FurtherRounds.Of(judged), ComparisonVerdictWords.ToneOf(judged.Verdict));
        if (comparison.Variants.Select(v => v.Cell).Distinct().Count() == index + 1 && !comparison.Interleaved)
            yield return new NoteBlock("These results were not measured in turn: a change of the machine between them looks like a difference of the variants.", Tone.Doubtful);
    }

    private static bool IsClear(string verdict) => verdict is "faster" or "slower" or "slightlyFaster" or "slightlySlower" or "same";

    private static string Lead(Comparison comparison)
    {
        var headline = FigureTable.Of(comparison.Experiment.Headline).Title;
        var threshold = comparison.Experiment.Thresholds.GetValueOrDefault(comparison.Experiment.Headline);
        return $"{headline} of each variant, and how it differs from {comparison.Experiment.Baseline}; each launch of a program counts once. "
            + (threshold > 0 ? $"A difference within {FigureText.Percent(threshold, 1)} (shaded) counts as no difference." : "");
    }

    private static string RoundsLead(Comparison comparison) => $"Each line is a {(comparison.Trials.Any(t => t.Group is not null) ? "group of a round" : "round")}: "
        + (!comparison.Interleaved ? "the results in the order in which they were given. "
            : comparison.Trials.Any(t => t.Duet is not null) ? "its variants ran at the same time and were loaded in turn, a fraction of a second each. "
            : "the variants were measured one after the other, in random order. ")
        + "Parallel lines show a difference; crossing lines show noise.";
}
