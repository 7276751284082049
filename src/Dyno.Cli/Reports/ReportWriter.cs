namespace Dyno.Cli;

/// <summary>Writes the reports that were asked for: at most one on stdout, the others into files.</summary>
/// <param name="layout">The layout, for formats that have several.</param>
/// <param name="source">The file that the document was read from; null when this process made the document.</param>
internal sealed class ReportWriter(ImmutableArray<ReportTarget> targets, ReportLayout layout, Terminal terminal, string? source = null)
{
    private readonly ReportStyle _style = new(terminal.Width, terminal.OutHasColour) { Layout = layout };

    /// <summary>Whether the report explains what the load's model means for its figures.</summary>
    public bool ExplainsModel { init => _style = _style with { ExplainsModel = value }; }

    /// <summary>The files that the user named, so that they can be checked before a long load.</summary>
    public static IEnumerable<string> FilesOf(IEnumerable<ReportTarget> targets) =>
        targets.Where(target => !target.IsOnStdout).Select(target => target.File).OfType<string>();

    /// <summary>Prints the report that goes to stdout; the console report when the user asked for none.</summary>
    public void Print<T>(ImmutableArray<Exporter<T>> exporters, T document)
    {
        var format = targets.FirstOrDefault(target => target.IsOnStdout)?.Format ?? "console";
        terminal.Out.Write(Export(Exporter(exporters, format), document, _style));
        terminal.Out.Flush();
    }

    /// <summary>Writes the files.</summary>
    /// <param name="beside">Path of the document without its ending. A report without a file name is written beside it.</param>
    /// <returns>The path of each file.</returns>
    /// <exception cref="UserFault">A file cannot be written.</exception>
    public IEnumerable<string> WriteFiles<T>(ImmutableArray<Exporter<T>> exporters, T document, string beside)
    {
        foreach (var target in targets.Where(target => !target.IsOnStdout))
        {
            var exporter = Exporter(exporters, target.Format);
            var path = target.File ?? beside + exporter.Extension;
            WholeFile.Write(terminal.PathOf(path), Export(exporter, document, StyleOfFile(target.Format)));
            yield return path;
        }
    }

    // A file has room for the full layout.
    private ReportStyle StyleOfFile(string format) => _style with
    {
        HasColour = false,
        Layout = format == "console" && _style.Layout == ReportLayout.Summary ? ReportLayout.Full : _style.Layout,
    };

    /// <summary>Whether nothing goes to stdout because everything goes into files.</summary>
    public bool HasOnlyFiles => !targets.IsEmpty && targets.All(target => !target.IsOnStdout);

    private string Export<T>(Exporter<T> exporter, T document, ReportStyle style) =>
        source is null ? exporter.Export(document, style) : ReadDocument.Export(exporter, document, style, source);

    private static Exporter<T> Exporter<T>(ImmutableArray<Exporter<T>> exporters, string format) =>
        exporters.FirstOrDefault(exporter => exporter.Format == format) ?? throw new UserFault(
            $"a {typeof(T).Name.ToLowerInvariant()} cannot be shown as {format}",
            $"write -f with {string.Join(" or ", exporters.Select(exporter => exporter.Format))}");
}
