using System.Collections.Immutable;
using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Exporters;

/// <summary>Every format a comparison can be shown in.</summary>
public static class ComparisonExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<IExporter<Comparison>> All { get; } =
        [new ComparisonConsoleExporter(), new ComparisonMarkdownExporter(), new ComparisonHtmlExporter(), new ComparisonJsonExporter()];
}
