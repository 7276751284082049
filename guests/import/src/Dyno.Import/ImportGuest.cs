namespace Dyno.Import;

/// <summary>The readers of other tools' files. A new kind of file is one entry of its list.</summary>
public sealed class ImportGuest : IImporters
{
    private ImportGuest()
    {
    }

    /// <summary>Lets this program read the files of other tools. May be called again. Thread-safe.</summary>
    public static void Register() => Importers.Register(new ImportGuest());

    ImmutableArray<FileKind> IImporters.Kinds { get; } =
        [CurlReader.Kind, HarReader.Kind, PostmanReader.Kind, JMeterReader.Kind, BruReader.Kind, OpenApiReader.Kind];

    string? IImporters.FileOf(string folder) =>
        Path.Combine(folder, BruReader.Manifest) is var manifest && File.Exists(manifest) ? manifest : null;

    RequestSet IImporters.ReadCommand(string text, ProblemList problems) => CurlReader.ReadOption(text, problems);

    IEnumerable<RequestDraft> IImporters.ReadCommand(BlockParts parts, VariableScope scope, InputContext context) => CurlBlock.Read(parts, scope, context);

    GeneratedValue? IImporters.Invent(string name) => InventedNames.Find(name);

    IEnumerable<string> IImporters.InventedNames => InventedNames.All;
}
