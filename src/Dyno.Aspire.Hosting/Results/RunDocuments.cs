namespace Dyno.Aspire.Hosting;

/// <summary>The files that a run leaves for the app host: its result and its report. The next run overwrites them.</summary>
/// <param name="folder">Their folder; full path.</param>
/// <param name="name">Name of the load.</param>
internal sealed class RunDocuments(string folder, string name)
{
    /// <summary>Path of the result, a document of the schema run-result.v1.</summary>
    public string Result { get; } = Path.Combine(folder, $"{name}.json");

    /// <summary>Path of the report in Markdown.</summary>
    public string Report { get; } = Path.Combine(folder, $"{name}.md");

    /// <summary>Removes the files of the run before, and makes their folder.</summary>
    public void Clear()
    {
        Directory.CreateDirectory(folder);
        File.Delete(Result);
        File.Delete(Report);
    }

    /// <summary>The figures of the run; null when it left no result that can be read.</summary>
    public ShownRun? Read()
    {
        try
        {
            return File.Exists(Result) ? ShownRun.Of(File.ReadAllBytes(Result)) : null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException
            or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    /// <summary>The report; null when there is none.</summary>
    public string? ReadReport()
    {
        try
        {
            return File.Exists(Report) ? File.ReadAllText(Report) : null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
