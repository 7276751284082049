namespace Dyno.Cli;

/// <summary>The document that a word after <c>dyno report</c> names: a run or a comparison, and its file.</summary>
internal sealed record ReportedFile(string Path, RunResult? Run, Comparison? Comparison)
{
    /// <summary>The path without its ending. Reports without a file name are written beside it.</summary>
    public string Beside => System.IO.Path.Combine(
        System.IO.Path.GetDirectoryName(Path)!, System.IO.Path.GetFileNameWithoutExtension(Path));

    /// <summary>Reads one document, or merges several runs into one.</summary>
    /// <exception cref="UserFault">A document cannot be read, or is not a run where several are merged.</exception>
    public static ReportedFile ReadAll(IReadOnlyList<string> words, string folder)
    {
        if (words.Count == 1) return Read(words[0], folder);
        var files = ReadEach(words, folder);
        if (files.FirstOrDefault(file => file.Run is null) is { } other)
            throw new UserFault($"{other.Path}: comparisons cannot be merged", "name one comparison, or several runs");
        if (files.GroupBy(file => file.Run!.Id).FirstOrDefault(group => group.Count() > 1) is { } twice)
            throw new UserFault($"run {twice.Key} is named twice: {string.Join(", ", twice.Select(file => file.Path))}", "name each run once");
        var merged = Merged(files);
        return new ReportedFile(System.IO.Path.Combine(System.IO.Path.GetDirectoryName(files[0].Path) ?? "", merged.Id + ".json"), merged, null);
    }

    private static RunResult Merged(List<ReportedFile> files)
    {
        try
        {
            return RunMerge.Of([.. files.Select(file => file.Run!)]);
        }
        catch (Exception failure) when (failure is not UserFault)
        {
            throw new UserFault($"one of {string.Join(", ", files.Select(file => file.Path))} contains invalid figures ({failure.Message})",
                "report each file separately to find it", failure);
        }
    }

    // Documents are read in parallel, because reading is most of the work of a merged report.
    private static List<ReportedFile> ReadEach(IReadOnlyList<string> words, string folder)
    {
        try
        {
            return [.. words.AsParallel().AsOrdered().Select(word => Read(word, folder))];
        }
        catch (AggregateException failures) when (failures.InnerExceptions[0] is UserFault wrong)
        {
            throw new UserFault(wrong.Message, wrong.Hint, wrong);
        }
    }

    /// <summary>Reads the document that a word names. A word that looks like a file is a file; any other word is a stored run.</summary>
    /// <exception cref="UserFault">There is no such document, or it is neither a run nor a comparison.</exception>
    public static ReportedFile Read(string word, string folder)
    {
        var isFile = File.Exists(word) || word.EndsWith(".json", StringComparison.Ordinal) || word.Contains(System.IO.Path.DirectorySeparatorChar);
        if (!isFile)
        {
            var stored = RunStore.Here(folder).Find(word).Path;
            return new ReportedFile(stored, RunResultJson.ReadFile(stored), null);
        }
        return IsComparison(word)
            ? new ReportedFile(word, null, ComparisonRejudge.Of(ComparisonJson.Read(File.ReadAllText(word), word)))
            : new ReportedFile(word, RunResultJson.ReadFile(word), null);
    }

    private static bool HasExperiment(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json is [0xEF, 0xBB, 0xBF, .. var rest] ? rest : json);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("experiment"u8)) return true;
            reader.Skip();
        }

        return false;
    }

    // A comparison has an experiment, a run does not. A file that is not JSON is reported by the reader of runs.
    private static bool IsComparison(string path)
    {
        try
        {
            return HasExperiment(File.ReadAllBytes(path));
        }
        catch (Exception failure) when (failure is JsonException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
