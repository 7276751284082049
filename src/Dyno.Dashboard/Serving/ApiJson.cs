using System.Text.Encodings.Web;
using System.Text.Json.Serialization;

namespace Dyno.Dashboard;

/// <summary>The JSON format of the API: members and enum values in camel case, unknown values left out.</summary>
internal static class ApiJson
{
    public static JsonSerializerOptions Options { get; } = Set(new JsonSerializerOptions(JsonSerializerDefaults.Web));

    public static JsonSerializerOptions Set(JsonSerializerOptions options)
    {
        options.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false));
        options.NumberHandling = JsonNumberHandling.Strict;
        options.Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping; // the output is read by fetch, and is never part of a page
        return options;
    }
}
