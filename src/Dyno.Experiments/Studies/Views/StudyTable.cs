using System.Collections.Immutable;

namespace Dyno.Experiments.Studies;

/// <summary>Figures of a study side by side, without a judgement.</summary>
/// <param name="Says">What it shows.</param>
/// <param name="Columns">The variants that each row has a figure of; empty: each row is of one thing.</param>
/// <param name="Rows">Its rows, in the order of the file.</param>
public sealed record StudyTable(string Says, ImmutableArray<string> Columns, ImmutableArray<StudyTableRow> Rows);

/// <summary>One row of a table.</summary>
/// <param name="Label">What the figure is of.</param>
/// <param name="Measures">What is measured, for each column.</param>
public sealed record StudyTableRow(string Label, ImmutableArray<Measure> Measures);
