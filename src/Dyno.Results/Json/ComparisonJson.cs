namespace Dyno.Results;

/// <summary>A <see cref="Comparison"/> as a JSON document with the same spelling as a run result; secrets masked.</summary>
public static class ComparisonJson
{
    private static readonly JsonSerializerOptions OneLine = new(RunResultJson.Options) { WriteIndented = false };

    internal static JsonTypeInfo<Comparison> TypeInfo { get; } =
        (JsonTypeInfo<Comparison>)RunResultJson.Options.GetTypeInfo(typeof(Comparison));

    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(Comparison comparison) =>
        ReadableJson.Write(SecretMask.Apply(JsonSerializer.SerializeToNode(comparison, TypeInfo)!), RunResultJson.Options) + "\n";

    /// <summary>The comparison with every secret masked. Code that prints or sends a comparison uses this copy.</summary>
    public static Comparison Redact(Comparison comparison) => SecretMask.Apply(JsonSerializer.SerializeToNode(comparison, TypeInfo)!).Deserialize(TypeInfo)!;

    /// <summary>A trial on one line, for a log that is written as trials end; secrets masked.</summary>
    public static string WriteTrial(TrialRecord trial) => SecretMask.Apply(JsonSerializer.SerializeToNode(trial, RunResultJson.Options)!).ToJsonString(OneLine);

    /// <summary>Reads a line that <see cref="WriteTrial"/> wrote; null when the line is cut off or damaged.</summary>
    public static TrialRecord? ReadTrial(string line)
    {
        try
        {
            return JsonSerializer.Deserialize<TrialRecord>(line, RunResultJson.Options);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Reads a document.</summary>
    /// <param name="source">Name of the document for messages.</param>
    /// <exception cref="UserFault">The document is not a comparison, or has a later version.</exception>
    public static Comparison Read(string json, string source)
    {
        try
        {
            RefuseLaterVersion(json, source);
            return WholeDocument.Checked(JsonSerializer.Deserialize(json, TypeInfo) ?? throw new JsonException("it is null"), TypeInfo);
        }
        catch (JsonException wrong)
        {
            throw NotAComparison(source, wrong.Message, wrong);
        }
    }

    /// <summary>Reads a file; see <see cref="Read"/>.</summary>
    /// <exception cref="UserFault">The file cannot be read, is not a comparison, or has a later version.</exception>
    public static Comparison ReadFile(string path)
    {
        try
        {
            return Read(File.ReadAllText(path), path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserFault($"{path}: cannot be read: {failure.Message}", "name a comparison that `dyno compare --result FILE` wrote", failure);
        }
    }

    private static void RefuseLaterVersion(string json, string source)
    {
        using var document = JsonDocument.Parse(json);
        if (document.RootElement.ValueKind != JsonValueKind.Object
            || !document.RootElement.TryGetProperty("schemaVersion", out var property) || !property.TryGetInt32(out var version))
            throw NotAComparison(source, "it has no schemaVersion", null);
        if (version > Comparison.CurrentSchemaVersion)
            throw new UserFault(
                $"{source}: version {version} of the comparison; this Dyno reads versions up to {Comparison.CurrentSchemaVersion}",
                "read it with the Dyno that wrote it, or a later one");
        if (version < 1) throw NotAComparison(source, $"version {version} never existed", null);
    }

    private static UserFault NotAComparison(string source, string why, Exception? inner) =>
        new($"{source}: is not a comparison: {why}", "name a comparison that `dyno compare --result FILE` wrote", inner);
}
