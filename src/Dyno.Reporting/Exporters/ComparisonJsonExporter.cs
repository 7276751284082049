using Dyno.Reporting.Console;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;

namespace Dyno.Reporting.Exporters;

/// <summary><c>json</c>: the comparison document itself.</summary>
internal sealed class ComparisonJsonExporter : IExporter<Comparison>
{
    public string Format => "json";

    public string Extension => ".json";

    public string Export(Comparison document, ReportStyle style) => ComparisonJson.Write(document);
}
