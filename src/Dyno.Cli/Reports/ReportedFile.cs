using System.Text.Json;
using Dyno.Results;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Results.Store;

namespace Dyno.Cli.Reports;

/// <summary>What stands behind a word after <c>dyno report</c>: a run or a comparison, and its file.</summary>
internal sealed record ReportedFile(string Path, RunResult? Run, Comparison? Comparison)
{
    /// <summary>The path without its ending: where reports go whose files are not named.</summary>
    public string Beside => System.IO.Path.Combine(
        System.IO.Path.GetDirectoryName(System.IO.Path.GetRelativePath(Environment.CurrentDirectory, Path))!, System.IO.Path.GetFileNameWithoutExtension(Path));

    /// <summary>Reads it. What looks like a file is one; anything else is a stored run.</summary>
    /// <exception cref="ResultException">There is none, or it is neither.</exception>
    public static ReportedFile Read(string word)
    {
        var isFile = File.Exists(word) || word.EndsWith(".json", StringComparison.Ordinal) || word.Contains(System.IO.Path.DirectorySeparatorChar);
        if (!isFile)
        {
            var stored = RunStore.Here().Find(word).Path;
            return new ReportedFile(stored, ResultFile.Read(stored), null);
        }
        return IsComparison(word)
            ? new ReportedFile(word, null, ComparisonJson.Read(File.ReadAllText(word), word))
            : new ReportedFile(word, ResultFile.Read(word), null);
    }

    // A comparison has an experiment, a run has not. What is no JSON at all is told by the reader of runs.
    private static bool IsComparison(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            using var document = JsonDocument.Parse(stream);
            return document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty("experiment", out _);
        }
        catch (Exception failure) when (failure is JsonException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
