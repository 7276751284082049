namespace Dyno.Experiments;

/// <summary>A table of figures of a study, without a judgement.</summary>
/// <param name="Columns">The variants for which each row has a figure; empty: each row has one figure.</param>
/// <param name="Rows">Its rows, in the order of the file.</param>
public sealed record StudyTable(string Says, ImmutableArray<string> Columns, ImmutableArray<StudyTableRow> Rows);

/// <summary>One row of a table.</summary>
public sealed record StudyTableRow(string Label, ImmutableArray<Measure> Measures);
