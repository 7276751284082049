using System.Text.Encodings.Web;

namespace Dyno.Results;

/// <summary>What documents and logs of every kind share: one spelling, and no secrets.</summary>
public static class ResultDocument
{
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

    /// <summary>The document, secrets masked, with a line feed at its end.</summary>
    public static string Write<T>(T document) => Text(Masked(document));

    /// <summary>A record on one line, for a log that is written as records come; secrets masked.</summary>
    public static string WriteLine<T>(T record) => Masked(record).ToJsonString(new JsonSerializerOptions(Options) { WriteIndented = false });

    /// <summary>Reads a line that <see cref="WriteLine"/> wrote; null when the line is cut off or damaged.</summary>
    public static T? ReadLine<T>(string line) where T : class => Attempt.Read(() => Read<T>(line));

    /// <summary>Reads a document that this build wrote.</summary>
    /// <exception cref="JsonException">It is another document.</exception>
    public static T Read<T>(string json) where T : class => JsonSerializer.Deserialize<T>(json, Options) ?? throw new JsonException("the document is null");

    internal static string Text(JsonNode masked) => ReadableJson.Write(masked, Options) + "\n";

    internal static JsonNode Masked<T>(T document) => SecretMask.Apply(JsonSerializer.SerializeToNode(document, Options)!);
}

/// <summary>A kind of document that is read again. The reader skips properties that a later build added, and refuses a later version of the shape.</summary>
/// <param name="what">Such as <c>run result</c>.</param>
/// <param name="hint">What to do about a document that is none.</param>
/// <param name="current">The version of the shape that this build writes.</param>
/// <param name="complete">Adds what documents of earlier builds lack.</param>
internal sealed class ResultDocument<T>(string what, string hint, int current, Func<T, T>? complete = null)
    where T : class
{
    /// <summary>A document has a few hundred kB. A file above this limit is another file, named by mistake.</summary>
    private const long MaxBytes = 512L * 1024 * 1024;

    public static JsonTypeInfo<T> TypeInfo => (JsonTypeInfo<T>)ResultDocument.Options.GetTypeInfo(typeof(T));

    /// <summary>Reads a document of the current version or an earlier one.</summary>
    /// <param name="source">Name of the document for messages.</param>
    /// <exception cref="UserFault">The document is of another kind, or has a later version.</exception>
    public T Read(string json, string source)
    {
        try
        {
            if (VersionOf(json) is not { } version) throw new JsonException("it has no schemaVersion");
            if (version > current)
                throw new UserFault($"{source}: version {version} of the {what}; this Dyno reads versions up to {current}", "read it with the Dyno that wrote it, or a later one");
            if (version < 1) throw new JsonException($"version {version} never existed");
            return complete is null ? Whole(json) : complete(Whole(json));
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{source}: is not a {what}: {wrong.Message}", hint, wrong);
        }
    }

    /// <summary>Reads a file; see <see cref="Read"/>.</summary>
    /// <exception cref="UserFault">The file cannot be read, is of another kind, or has a later version.</exception>
    public T ReadFile(string path)
    {
        try
        {
            if (new FileInfo(path) is { Exists: true, Length: > MaxBytes }) throw new IOException($"it is larger than {MaxBytes / 1024 / 1024} MB");
            return Read(File.ReadAllText(path, Encoding.UTF8), path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserFault($"{path}: cannot be read: {failure.Message}", hint, failure);
        }
    }

    /// <summary>Reads a document whose version is known to be no later one.</summary>
    /// <exception cref="JsonException">It lacks something.</exception>
    public static T Whole(string json) => WholeDocument.Checked(JsonSerializer.Deserialize(json, TypeInfo) ?? throw new JsonException("it is null"), TypeInfo);

    /// <summary>The version of a document, null without one. It is the first property, so the properties after it are not read twice.</summary>
    public static int? VersionOf(string json)
    {
        var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(json));
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
}
