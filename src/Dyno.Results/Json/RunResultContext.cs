namespace Dyno.Results;

/// <summary>
/// The generated contract of a result that this process made itself; see <see cref="RunResultJson"/>. It writes without metadata, whose
/// generic code for every type of value the runtime would compile at each start. Series are in columns, and so have metadata only.
/// </summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Serialization, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, Converters =
[
    typeof(CamelCaseEnumConverter), typeof(ColumnsConverter<IntervalResult>), typeof(ColumnsConverter<ServerPoint>),
    typeof(ColumnsConverter<RuntimePoint>), typeof(ColumnsConverter<GrowthPoint>), typeof(ColumnsConverter<SliceResult>),
])]
[JsonSerializable(typeof(RunResult))]
[JsonSerializable(typeof(IntervalResult[]), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ServerPoint[]), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(RuntimePoint[]), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(GrowthPoint[]), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(SliceResult[]), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableArray<IntervalResult>), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableArray<ServerPoint>), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableArray<RuntimePoint>), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableArray<GrowthPoint>), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableArray<SliceResult>), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ImmutableSortedDictionary<int, long>), GenerationMode = JsonSourceGenerationMode.Metadata)]
internal sealed partial class RunResultContext : JsonSerializerContext
{
    /// <summary>Writes the document by generated code alone. The serializer would ask for metadata, because the options have converters.</summary>
    /// <exception cref="ArgumentException">A figure is infinite or not a number.</exception>
    public void Write(Utf8JsonWriter writer, RunResult result) => RunResultSerializeHandler(writer, result);
}

/// <summary>Writes and reads <c>tooFewSamples</c> for <c>TooFewSamples</c>, and no numbers.</summary>
internal sealed class CamelCaseEnumConverter : JsonConverterFactory
{
    private static readonly JsonStringEnumConverter s_names = new(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

    public override bool CanConvert(Type typeToConvert) => s_names.CanConvert(typeToConvert);

    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) => s_names.CreateConverter(typeToConvert, options);
}
