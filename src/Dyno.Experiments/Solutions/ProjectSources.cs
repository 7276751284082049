using System.Xml;
using System.Xml.Linq;

namespace Dyno.Experiments;

/// <summary>A project file and its sources, as text. Nothing is compiled or run; what cannot be read counts as not there.</summary>
internal sealed partial class ProjectSources
{
    private const int MostFiles = 2_000;
    private const int LargestFile = 1 << 20; // bytes; larger sources are generated

    private static readonly string[] WithoutSources = ["bin", "obj", "node_modules", "wwwroot"];

    private readonly Lazy<XDocument> _project;
    private readonly Lazy<IReadOnlyList<string>> _texts;

    /// <summary>The sources of a project file.</summary>
    /// <param name="file">Full path of a project file, or of a program of one file.</param>
    public ProjectSources(string file)
    {
        File = file;
        Folder = Path.GetDirectoryName(file)!;
        _project = new(() => ParsedOrEmpty(file));
        _texts = new(() => [.. (file.EndsWith(".cs", StringComparison.OrdinalIgnoreCase) ? [file] : SourcesIn(Folder).Take(MostFiles)).Select(TextOf)]);
    }

    /// <summary>Full path of the project file.</summary>
    public string File { get; }

    public string Folder { get; }

    /// <summary>Each source file without its comments.</summary>
    public IReadOnlyList<string> Texts => _texts.Value;

    public IEnumerable<XElement> Elements(string name) => _project.Value.Descendants().Where(element => element.Name.LocalName == name);

    /// <summary>A path that the project file names, below its folder; project files of Windows write backslashes.</summary>
    public string FullPath(string named) => Path.GetFullPath(Path.Combine(Folder, named.Replace('\\', Path.DirectorySeparatorChar)));

    private static IEnumerable<string> SourcesIn(string folder) => Directory.EnumerateFiles(folder, "*.cs").Order(StringComparer.Ordinal)
        .Concat(Directory.EnumerateDirectories(folder).Order(StringComparer.Ordinal)
            .Where(below => Path.GetFileName(below) is not ['.', ..] and var name && !WithoutSources.Contains(name, StringComparer.OrdinalIgnoreCase)
                && new DirectoryInfo(below).LinkTarget is null)
            .SelectMany(SourcesIn));

    private static string TextOf(string file) => Attempt.Read(() =>
        new FileInfo(file) is { Exists: true, Length: <= LargestFile } ? Comment().Replace(System.IO.File.ReadAllText(file), "") : null) ?? "";

    private static XDocument ParsedOrEmpty(string file)
    {
        try
        {
            return XDocument.Load(file);
        }
        catch (Exception fault) when (fault is XmlException or IOException or UnauthorizedAccessException)
        {
            return new XDocument();
        }
    }

    // A line that is a comment: an address in a text, http://…, is none. The directives of programs of one file stay.
    [GeneratedRegex(@"^[ \t]*//[^\n]*", RegexOptions.Multiline)]
    private static partial Regex Comment();
}
