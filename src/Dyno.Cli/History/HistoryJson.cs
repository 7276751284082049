using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Dyno.Results.Store;

namespace Dyno.Cli.History;

/// <summary>Runs as a JSON array, spelled as their documents are.</summary>
internal static class HistoryJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        WriteIndented = true,
        NewLine = "\n",
    };

    public static string Write(IReadOnlyList<RunDigest> runs) => JsonSerializer.Serialize(runs, Options);
}
