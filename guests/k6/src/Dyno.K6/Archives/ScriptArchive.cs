using System.Formats.Tar;

namespace Dyno.K6;

/// <summary>
/// A script with everything it needs, as <c>k6 archive</c> writes it: a tar file with the options and variables in
/// <c>metadata.json</c>, the script in <c>data</c>, and the files it read by their full paths under <c>file/</c> and
/// <c>https/</c>.
/// </summary>
internal sealed record ScriptArchive
{
    private const long MostBytes = 1024L * 1024 * 1024;

    /// <summary>Full path of the script when it was packed.</summary>
    public required string MainFile { get; init; }

    public required string MainText { get; init; }

    /// <summary>The options that were in force.</summary>
    public JsonObject Options { get; init; } = [];

    /// <summary>Variables of <c>__ENV</c>.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Full path or URL of a file, and its content.</summary>
    public ImmutableDictionary<string, byte[]> Files { get; init; } = ImmutableDictionary<string, byte[]>.Empty;

    /// <summary>Packs a script and all it has read.</summary>
    /// <param name="script">The script, after its init stage.</param>
    public static ScriptArchive Of(ScriptFiles script, JsonObject options, ImmutableSortedDictionary<string, string> variables)
    {
        var files = script.Texts.Where(t => !Prelude.Libraries.Contains(t.Key))
            .Select(t => KeyValuePair.Create(t.Key, Encoding.UTF8.GetBytes(t.Value))).Concat(script.Opened);
        return new ScriptArchive
        {
            MainFile = script.MainFile,
            MainText = script.Texts[script.MainFile],
            Options = options,
            Variables = variables,
            Files = files.ToImmutableDictionary(StringComparer.Ordinal),
        };
    }

    public void Write(Stream output)
    {
        using var tar = new TarWriter(output, TarEntryFormat.Pax, leaveOpen: true);
        Entry(tar, "metadata.json", Encoding.UTF8.GetBytes(Metadata().ToJsonString(new JsonSerializerOptions { WriteIndented = true })));
        Entry(tar, "data", Encoding.UTF8.GetBytes(MainText));
        foreach (var (name, content) in Files.OrderBy(f => f.Key, StringComparer.Ordinal)) Entry(tar, EntryName(name), content);
    }

    /// <summary>Reads an archive.</summary>
    /// <exception cref="UserFault">The file is not an archive.</exception>
    public static ScriptArchive Read(Stream input, string name)
    {
        try
        {
            var entries = new Dictionary<string, byte[]>(StringComparer.Ordinal);
            using var tar = new TarReader(input);
            while (tar.GetNextEntry() is { } entry)
                if (entry.DataStream is { } data) entries[entry.Name.TrimStart('/')] = Content(data, input);
                else if (entry.EntryType is TarEntryType.RegularFile or TarEntryType.V7RegularFile) entries[entry.Name.TrimStart('/')] = [];
            return Of(entries, name);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or FormatException or JsonException or InvalidOperationException)
        {
            throw Broken(name, e.Message);
        }
    }

    private static ScriptArchive Of(Dictionary<string, byte[]> entries, string name)
    {
        if (!entries.TryGetValue("metadata.json", out var json) || !entries.TryGetValue("data", out var main)) throw Broken(name, "metadata.json or data is missing");
        var metadata = (JsonObject)JsonNode.Parse(json)!;
        return new ScriptArchive
        {
            MainFile = PathOf((string?)metadata["filename"] ?? "/script.js"),
            MainText = Encoding.UTF8.GetString(main),
            Options = metadata["options"]?.DeepClone() as JsonObject ?? [],
            Variables = (metadata["env"] as JsonObject ?? []).ToImmutableSortedDictionary(v => v.Key, v => (string?)v.Value ?? "", StringComparer.Ordinal),
            Files = entries.Where(e => e.Key.StartsWith("file/", StringComparison.Ordinal) || e.Key.StartsWith("https/", StringComparison.Ordinal))
                .ToImmutableDictionary(e => FileName(e.Key), e => e.Value, StringComparer.Ordinal),
        };
    }

    private JsonObject Metadata() => new()
    {
        ["type"] = "js",
        ["options"] = Options.DeepClone(),
        ["filename"] = UrlOf(MainFile),
        ["pwd"] = UrlOf(Path.GetDirectoryName(MainFile) ?? "/"),
        ["env"] = new JsonObject(Variables.Select(v => KeyValuePair.Create(v.Key, (JsonNode?)v.Value))),
        ["compatibilityMode"] = "extended",
        ["k6version"] = "2.2.0",
        ["goos"] = "linux",
    };

    private static void Entry(TarWriter tar, string name, byte[] content) =>
        tar.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = new MemoryStream(content, writable: false) });

    // The header of a file can promise more bytes than the archive has: memory is allocated only for the bytes that can be there.
    private static byte[] Content(Stream data, Stream archive)
    {
        if (archive.CanSeek && data.Length > archive.Length) throw new InvalidDataException("a file in it is longer than the archive");
        if (data.Length > MostBytes) throw new InvalidDataException("a file in it is larger than a gigabyte");
        var content = new byte[data.Length];
        data.ReadExactly(content);
        return content;
    }

    private static string EntryName(string file) =>
        file.StartsWith("https://", StringComparison.Ordinal) ? "https/" + file["https://".Length..] : "file/" + file.TrimStart('/');

    private static string FileName(string entry) =>
        entry.StartsWith("https/", StringComparison.Ordinal) ? "https://" + entry["https/".Length..] : "/" + entry["file/".Length..];

    private static string UrlOf(string file) => file.StartsWith('/') ? "file://" + file : file;

    private static string PathOf(string url) => url.StartsWith("file://", StringComparison.Ordinal) ? url["file://".Length..] : url;

    private static UserFault Broken(string name, string why) =>
        K6Faults.Of(K6ExitCode.Other, $"{name} is not a script archive: {why}", "make one with: dyno archive script.js -O script.tar");
}
