namespace Dyno.Results;

/// <summary>The result of a study: every claim of an article with the figures measured here.</summary>
public sealed record StudyRecord
{
    /// <summary>Name of the study, which is the name of its folder.</summary>
    public required string Name { get; init; }

    /// <summary>The question, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>The article, in words.</summary>
    public required string Article { get; init; }

    /// <summary>Each claim, in the order of the study's file.</summary>
    public required ImmutableArray<ClaimRecord> Claims { get; init; }

    /// <summary>Tables of figures beside the claims; a table without any measured figure is left out.</summary>
    public ImmutableArray<TableRecord> Tables { get; init; } = [];

    /// <summary>Charts of variants second by second; empty before anything was measured.</summary>
    public ImmutableArray<ChartRecord> Charts { get; init; } = [];

    /// <summary>The experiments of the study that have a result, with the machine and the time, in words.</summary>
    public ImmutableArray<string> Measurements { get; init; } = [];
}

/// <summary>One claim and the judgement on it.</summary>
public sealed record ClaimRecord
{
    /// <summary>Short name of the claim, unique in the study.</summary>
    public required string Id { get; init; }

    /// <summary>The claim of the article, in the study's words.</summary>
    public required string Says { get; init; }

    /// <summary>The article's figures.</summary>
    public required string ArticleValue { get; init; }

    /// <summary>The measured figure, in words and with its unit; empty when nothing was measured.</summary>
    public string Measured { get; init; } = "";

    /// <summary>The interval in words; empty without one.</summary>
    public string Interval { get; init; } = "";

    /// <summary>The condition under which the claim holds, in words; empty for a claim without a condition.</summary>
    public string Condition { get; init; } = "";

    /// <summary>The judgement on the claim.</summary>
    public required ClaimOutcome Outcome { get; init; }

    /// <summary>Why the claim cannot be judged or was not run; otherwise a note on the judgement, or empty.</summary>
    public string Why { get; init; } = "";
}

/// <summary>The judgement on a claim.</summary>
public enum ClaimOutcome
{
    /// <summary>The whole interval meets the condition.</summary>
    Holds,

    /// <summary>The whole interval lies outside of the condition.</summary>
    DoesNotHold,

    /// <summary>The measurement does not decide the claim, or cannot be made here.</summary>
    CannotBeJudged,

    /// <summary>The claim's experiment has no result yet.</summary>
    NotRun,
}

/// <summary>Figures side by side, without a judgement.</summary>
/// <param name="Columns">The variants for which each row has a figure; empty when each row has a single figure.</param>
public sealed record TableRecord(string Says, ImmutableArray<string> Columns, ImmutableArray<TableRowRecord> Rows);

/// <summary>One row of a table: a single figure, or one figure for each column.</summary>
/// <param name="Figures">One figure for each column; a single figure without columns.</param>
public sealed record TableRowRecord(string Label, ImmutableArray<TableFigure> Figures);

/// <summary>A figure in words.</summary>
/// <param name="Measured">The figure with its unit; empty when it was not measured.</param>
/// <param name="Interval">The interval; empty without one.</param>
public sealed record TableFigure(string Measured, string Interval);

/// <summary>A variant second by second.</summary>
/// <param name="Unit">The unit of the values, for the axis.</param>
/// <param name="Values">One value for each second, from the start of the measurement.</param>
/// <param name="Explanations">Explanations of the values, in the words of the rules that held.</param>
public sealed record ChartRecord(string Says, string Unit, ImmutableArray<double> Values, ImmutableArray<string> Explanations);
