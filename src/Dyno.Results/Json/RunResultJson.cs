using System.Text.Encodings.Web;

namespace Dyno.Results;

/// <summary>
/// A <see cref="RunResult"/> as a JSON document: camelCase, indented, in one order, without secrets. The reader skips properties that
/// a later build added, and refuses a document of a later version of the shape.
/// </summary>
public static class RunResultJson
{
    /// <summary>A result has a few hundred kB. A file above this limit is another file, named by mistake.</summary>
    private const long MaxBytes = 512L * 1024 * 1024;

    // Documents of other processes are read by reflection: a generated contract sets init-only properties that a document lacks to their
    // default, and the default of an immutable array is not empty but unusable. A document of this process lacks nothing, and the
    // generated contract keeps the code that reflection would emit (10 MB) out of the generator. Such a document also holds no property
    // twice; the check for duplicates takes hashes with a random seed, and the seed takes OpenSSL.
    internal static readonly JsonSerializerOptions Options = new(JsonSerializerOptions.Strict)
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters =
        {
            new CamelCaseEnumConverter(), new ColumnsConverter<IntervalResult>(), new ColumnsConverter<ServerPoint>(),
            new ColumnsConverter<RuntimePoint>(), new ColumnsConverter<GrowthPoint>(), new ColumnsConverter<SliceResult>(),
        },
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        WriteIndented = true,
        NewLine = "\n",
        // Texts stay readable ('<', 'µ'); the document is never put into a web page as it is.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    internal static JsonTypeInfo<RunResult> TypeInfo => (JsonTypeInfo<RunResult>)Options.GetTypeInfo(typeof(RunResult));

    /// <summary>The document, secrets masked, with a line feed at its end.</summary>
    public static string Write(RunResult result) => ReadableJson.Write(Masked(result), Options) + "\n";

    /// <summary>The result with every secret masked, itself where it has none. Code that prints or sends a result uses this one.</summary>
    public static RunResult Redact(RunResult result)
    {
        var document = DocumentOf(result);
        return SecretMask.Masks(document) ? document.Deserialize(TypeInfo)! : result; // reading costs a short run more than writing
    }

    /// <summary>Reads a document of the current version or an earlier one.</summary>
    /// <param name="source">Name of the document for messages.</param>
    /// <exception cref="UserFault">The document is not a run result, or has a later version.</exception>
    public static RunResult Read(string json, string source)
    {
        try
        {
            RefuseLaterVersion(json, source);
            return EarlierResults.Complete(
                WholeDocument.Checked(JsonSerializer.Deserialize(json, TypeInfo) ?? throw new JsonException("it is null"), TypeInfo));
        }
        catch (JsonException wrong)
        {
            throw NotAResult(source, wrong.Message, wrong);
        }
    }

    /// <summary>Reads a file; see <see cref="Read"/>.</summary>
    /// <exception cref="UserFault">The file cannot be read, is not a run result, or has a later version.</exception>
    public static RunResult ReadFile(string path)
    {
        try
        {
            if (new FileInfo(path) is { Exists: true, Length: > MaxBytes }) throw new IOException($"it is larger than {MaxBytes / 1024 / 1024} MB");
            return Read(File.ReadAllText(path, Encoding.UTF8), path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserFault($"{path}: cannot be read: {failure.Message}", "name a result that `dyno run --result FILE` wrote", failure);
        }
    }

    private static JsonNode Masked(RunResult result) => SecretMask.Apply(DocumentOf(result));

    private static JsonNode DocumentOf(RunResult result)
    {
        var text = new ArrayBufferWriter<byte>(64 * 1024);
        try
        {
            using (var writer = new Utf8JsonWriter(text)) RunResultContext.Default.Write(writer, result);
            return JsonNode.Parse(text.WrittenSpan)!;
        }
        catch (ArgumentException)
        {
            // A figure is infinite or not a number, for which the quick contract has no text.
            return JsonSerializer.SerializeToNode(result, TypeInfo)!;
        }
    }

    private static void RefuseLaterVersion(string json, string source)
    {
        if (VersionOf(Encoding.UTF8.GetBytes(json)) is not { } version) throw NotAResult(source, "it has no schemaVersion", null);
        if (version > RunResult.CurrentSchemaVersion)
            throw new UserFault(
                $"{source}: version {version} of the run result; this Dyno reads versions up to {RunResult.CurrentSchemaVersion}",
                "read it with the Dyno that wrote it, or a later one");
        if (version < 1) throw NotAResult(source, $"version {version} never existed", null);
    }

    // The version is the first property of the document, so the properties after it are not read twice.
    private static int? VersionOf(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return null;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isVersion = reader.ValueTextEquals("schemaVersion"u8);
            reader.Read();
            if (isVersion) return reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var version) ? version : null;
            reader.Skip();
        }

        return null;
    }

    private static UserFault NotAResult(string source, string why, Exception? inner) =>
        new($"{source}: is not a run result: {why}", "name a result that `dyno run --result FILE` wrote", inner);
}
