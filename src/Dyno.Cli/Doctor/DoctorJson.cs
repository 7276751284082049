using System.Text.Encodings.Web;

namespace Dyno.Cli;

/// <summary>The doctor's findings as JSON, for scripts: <c>state</c>, <c>findings</c> and, with <c>--calibrate</c>, <c>calibration</c>.</summary>
internal static class DoctorJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
        NewLine = "\n",
    };

    public static string Write(IReadOnlyCollection<MachineFinding> findings, Calibration? calibration) => JsonSerializer.Serialize(new
    {
        State = findings.Select(finding => finding.State).DefaultIfEmpty().Max(),
        Findings = findings,
        Calibration = calibration,
    }, Options);
}
