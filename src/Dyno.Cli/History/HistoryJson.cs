using System.Text.Encodings.Web;

namespace Dyno.Cli;

/// <summary>Writes runs as a JSON array, with names spelled as in the result documents.</summary>
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
