using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Dyno.Fleet;

/// <summary>JSON serialization of the messages.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(AgentCard))]
[JsonSerializable(typeof(RollCall))]
[JsonSerializable(typeof(ClockQuestion))]
[JsonSerializable(typeof(ClockAnswer))]
[JsonSerializable(typeof(ShareOrder))]
[JsonSerializable(typeof(OrderAnswer))]
[JsonSerializable(typeof(ShareCommand))]
[JsonSerializable(typeof(ShareReport))]
[JsonSerializable(typeof(FleetManifest))]
[JsonSerializable(typeof(SubjectReport))]
internal sealed partial class FleetJson : JsonSerializerContext
{
    public static byte[] Write<T>(T message) => JsonSerializer.SerializeToUtf8Bytes(message, TypeOf<T>());

    /// <summary>Reads a message; null when the bytes are no such message.</summary>
    public static T? Read<T>(ReadOnlySpan<byte> json) where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(json, TypeOf<T>());
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static JsonTypeInfo<T> TypeOf<T>() => (JsonTypeInfo<T>)Default.GetTypeInfo(typeof(T))!;
}
