using Dyno.Reporting.Console;
using Dyno.Results.Json;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>json</c>: the result document itself, as <c>--result</c> writes it.</summary>
internal sealed class JsonExporter : IExporter<RunResult>
{
    public string Format => "json";

    public string Extension => ".json";

    public string Export(RunResult document, ReportStyle style) => RunResultJson.Write(document);
}
