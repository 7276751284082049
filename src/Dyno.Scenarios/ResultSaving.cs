namespace Dyno.Scenarios;

/// <summary>Results as files, to attach them to a test.</summary>
public static class ResultSaving
{
    /// <summary>Writes the figures of a run into a file.</summary>
    /// <param name="stats">The run.</param>
    /// <param name="path">The file; its ending says the format: <c>.html</c>, <c>.md</c>, <c>.csv</c>, <c>.json</c> or <c>.txt</c>. Replaced when it exists.</param>
    /// <returns>The full path.</returns>
    /// <exception cref="ArgumentException">No format has this ending.</exception>
    public static string SaveTo(this NodeStats stats, string path)
    {
        ArgumentNullException.ThrowIfNull(stats);
        ArgumentNullException.ThrowIfNull(path);
        return Write(path, ReportFiles.TextOf(stats.Result, Path.GetExtension(path))
            ?? throw new ArgumentException($"no format has the ending \"{Path.GetExtension(path)}\": write .html, .md, .csv, .json or .txt", nameof(path)));
    }

    /// <summary>Writes a comparison into a text file.</summary>
    /// <param name="compared">The comparison.</param>
    /// <param name="path">The file. Replaced when it exists.</param>
    /// <returns>The full path.</returns>
    public static string SaveTo(this ComparedClients compared, string path)
    {
        ArgumentNullException.ThrowIfNull(compared);
        ArgumentNullException.ThrowIfNull(path);
        return Write(path, compared.ToString() + "\n");
    }

    private static string Write(string path, string text)
    {
        var full = Path.GetFullPath(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        return full;
    }
}
