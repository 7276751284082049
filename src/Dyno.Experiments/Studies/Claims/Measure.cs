namespace Dyno.Experiments;

/// <summary>A figure of an experiment that a claim is about.</summary>
/// <param name="Cell">The cell of its matrix; empty without one.</param>
public abstract record Measure(StudyExperiment Experiment, string Variant, string Metric, string Cell)
{
    /// <summary>Every variant that must be measured for this figure, with its cell.</summary>
    public virtual IEnumerable<(string Variant, string Cell)> Needs => [(Variant, Cell)];
}

/// <summary>Variant ÷ baseline, paired by round.</summary>
/// <param name="Baseline">The baseline; in another cell it may be the same variant.</param>
/// <param name="Cell">The variant's cell; empty without a matrix.</param>
public sealed record RatioMeasure(
    StudyExperiment Experiment, string Variant, string Baseline, string Metric, string Cell, string BaselineCell)
    : Measure(Experiment, Variant, Metric, Cell)
{
    /// <summary>Further baselines: only the baseline that is best by <see cref="BestBy"/> counts. Empty: there is one baseline.</summary>
    public ImmutableArray<string> Rivals { get; init; } = [];

    /// <summary>The metric of the catalogue by which the best baseline is chosen.</summary>
    public string BestBy { get; init; } = Metric;

    public override IEnumerable<(string Variant, string Cell)> Needs =>
        [(Baseline, BaselineCell), .. Rivals.Select(rival => (rival, BaselineCell)), (Variant, Cell)];
}

/// <summary>The figure of one variant over its trials.</summary>
/// <param name="Cell">The cell of its matrix; empty without one.</param>
public sealed record FigureMeasure(StudyExperiment Experiment, string Variant, string Metric, string Cell)
    : Measure(Experiment, Variant, Metric, Cell);

/// <summary>One metric of a variant ÷ another metric of the same trials.</summary>
/// <param name="Cell">The cell of its matrix; empty without one.</param>
public sealed record QuotientMeasure(StudyExperiment Experiment, string Variant, string Metric, string Per, string Cell)
    : Measure(Experiment, Variant, Metric, Cell);

/// <summary>The cost of one more of something: (variant − baseline) ÷ how many more the variant has, paired by round.</summary>
/// <param name="More">How many more, 1 or more.</param>
/// <param name="Cell">The cell of both; empty without a matrix.</param>
public sealed record DifferenceMeasure(StudyExperiment Experiment, string Variant, string Baseline, string Metric, int More, string Cell)
    : Measure(Experiment, Variant, Metric, Cell)
{
    public override IEnumerable<(string Variant, string Cell)> Needs => [(Baseline, Cell), (Variant, Cell)];
}

/// <summary>How a ratio grows from one cell to another: (variant ÷ baseline in the cell) ÷ (variant ÷ baseline in the first cell).</summary>
public sealed record GrowthMeasure(
    StudyExperiment Experiment, string Variant, string Baseline, string Metric, string Cell, string FromCell)
    : Measure(Experiment, Variant, Metric, Cell)
{
    public override IEnumerable<(string Variant, string Cell)> Needs =>
        [(Baseline, FromCell), (Variant, FromCell), (Baseline, Cell), (Variant, Cell)];
}

/// <summary>The second repetition of the same work ÷ the first one: the later half of the rounds against the earlier half, paired in their order.</summary>
/// <param name="Cell">The cell of its matrix; empty without one.</param>
public sealed record RepetitionMeasure(StudyExperiment Experiment, string Variant, string Metric, string Cell)
    : Measure(Experiment, Variant, Metric, Cell);

/// <summary>The value at which a search ended for one variant: a rate, unless the search varied something else.</summary>
/// <param name="Experiment">The experiment; it has a sweep.</param>
/// <param name="Cell">The cell of its matrix; empty without one.</param>
public sealed record SearchMeasure(StudyExperiment Experiment, string Variant, string Cell) : Measure(Experiment, Variant, "rate", Cell)
{
    /// <summary>The goal of the search, as the search names it; null: the first goal, or the search has none.</summary>
    public string? Goal { get; init; }

    /// <summary>The finding of the search; null when the search was not made.</summary>
    internal SweepFinding? In(Comparison comparison) =>
        comparison.Sweep?.Findings.FirstOrDefault(f => f.Variant == Variant && f.Cell == Cell && (Goal is null || f.Goal == Goal));
}
