using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dyno.Results.Json;

/// <summary>Enums stand in documents as words: <c>thresholdAborted</c>; a number is refused.</summary>
internal sealed class CamelCaseEnum<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;
