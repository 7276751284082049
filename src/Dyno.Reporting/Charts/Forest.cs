namespace Dyno.Reporting;

/// <summary>Ratios against a baseline with their intervals, drawn so that the reader sees at a glance which differ, and by how much.</summary>
/// <param name="Summary">The content of the plot in one sentence.</param>
/// <param name="Threshold">The relative difference that counts (0.02 is 2 %); 0 for none.</param>
internal sealed record Forest(string Title, string Summary, double Threshold, ImmutableArray<ForestRow> Rows);

/// <summary>One pair.</summary>
/// <param name="Ratio">Variant ÷ baseline.</param>
/// <param name="Low">Lower end of the interval; null without one.</param>
/// <param name="High">Upper end.</param>
internal sealed record ForestRow(string Label, double Ratio, double? Low, double? High, string Text, Tone Tone);
