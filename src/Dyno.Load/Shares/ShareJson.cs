using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dyno.Load;

/// <summary>Writes the reports of a share as JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(ShareReport))]
internal sealed partial class ShareJson : JsonSerializerContext
{
    public static byte[] Write(ShareReport report) => JsonSerializer.SerializeToUtf8Bytes(report, Default.ShareReport);
}
