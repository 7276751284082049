using System.Collections.Immutable;

namespace Dyno.Results.Studies;

/// <summary>What a study found: every claim of an article with what was measured here.</summary>
public sealed record StudyRecord
{
    /// <summary>The study's name: that of its folder.</summary>
    public required string Name { get; init; }

    /// <summary>The question, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>The article, in words.</summary>
    public required string Article { get; init; }

    /// <summary>Each claim, in the order of the study's file.</summary>
    public required ImmutableArray<ClaimRecord> Claims { get; init; }

    /// <summary>Figures that stand beside the claims; a table of which nothing was measured is left out.</summary>
    public ImmutableArray<TableRecord> Tables { get; init; } = [];

    /// <summary>Variants second by second; empty before anything was measured.</summary>
    public ImmutableArray<ChartRecord> Charts { get; init; } = [];

    /// <summary>The experiments behind them that have a result, with the machine and the time, in words.</summary>
    public ImmutableArray<string> Measurements { get; init; } = [];
}

/// <summary>One claim and what became of it.</summary>
public sealed record ClaimRecord
{
    /// <summary>Short name, unique in the study.</summary>
    public required string Id { get; init; }

    /// <summary>What the article says, in the study's words.</summary>
    public required string Says { get; init; }

    /// <summary>The article's figures.</summary>
    public required string ArticleValue { get; init; }

    /// <summary>What was measured, in words and with its unit; empty when nothing was.</summary>
    public string Measured { get; init; } = "";

    /// <summary>The interval in words; empty without one.</summary>
    public string Interval { get; init; } = "";

    /// <summary>When the claim holds, in words; empty for a claim without a condition.</summary>
    public string Condition { get; init; } = "";

    /// <summary>What became of it.</summary>
    public required ClaimOutcome Outcome { get; init; }

    /// <summary>Why it cannot be judged or was not run; otherwise what to know about the judgement, or empty.</summary>
    public string Why { get; init; } = "";
}

/// <summary>What became of a claim.</summary>
public enum ClaimOutcome
{
    /// <summary>The whole interval meets the condition.</summary>
    Holds,

    /// <summary>The whole interval lies outside of the condition.</summary>
    DoesNotHold,

    /// <summary>The measurement does not decide, or cannot be made here.</summary>
    CannotBeJudged,

    /// <summary>Its experiment has no result yet.</summary>
    NotRun,
}

/// <summary>Figures side by side, without a judgement.</summary>
/// <param name="Says">What it shows.</param>
/// <param name="Columns">The variants that each row has a figure of; empty: each row is of one thing.</param>
/// <param name="Rows">Its rows.</param>
public sealed record TableRecord(string Says, ImmutableArray<string> Columns, ImmutableArray<TableRowRecord> Rows);

/// <summary>One figure, or one of each column.</summary>
/// <param name="Label">What it is of.</param>
/// <param name="Figures">One of each column; a single one without columns.</param>
public sealed record TableRowRecord(string Label, ImmutableArray<TableFigure> Figures);

/// <summary>A figure in words.</summary>
/// <param name="Measured">With its unit; empty when it was not measured.</param>
/// <param name="Interval">The interval; empty without one.</param>
public sealed record TableFigure(string Measured, string Interval);

/// <summary>A variant second by second.</summary>
/// <param name="Says">What it shows.</param>
/// <param name="Unit">What is counted, for the axis.</param>
/// <param name="Values">A value for each second from the start of the measurement on.</param>
/// <param name="Explanations">Why it is so, in the words of the rules that held.</param>
public sealed record ChartRecord(string Says, string Unit, ImmutableArray<double> Values, ImmutableArray<string> Explanations);
