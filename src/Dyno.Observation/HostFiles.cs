namespace Dyno.Observation;

/// <summary>
/// The files in which Linux describes itself, below a root: that of this machine, or a folder with samples in tests. A file that cannot be
/// read is null or empty, whatever the reason: a process has ended, a container hides the file, or the kernel does not have it.
/// </summary>
internal sealed class HostFiles(string root = "/")
{
    /// <summary>The machine's own files.</summary>
    public static HostFiles Machine { get; } = new();

    /// <summary>The text of a file; null when it cannot be read.</summary>
    /// <param name="path">The path below the root, without a leading slash.</param>
    public string? Read(string path) => Attempt.Read(() => File.ReadAllText(Path.Combine(root, path)));

    /// <summary>The text of a file without the blanks around it; null when it cannot be read or is blank.</summary>
    public string? ReadValue(string path) => Read(path)?.Trim() is { Length: > 0 } value ? value : null;

    /// <summary>Whether a file is there.</summary>
    public bool Has(string path) => File.Exists(Path.Combine(root, path));

    /// <summary>The names of the files in a folder, sockets among them; none when it cannot be read.</summary>
    /// <param name="folder">The folder below the root, or an absolute one.</param>
    public IReadOnlyList<string> FileNames(string folder) =>
        Attempt.Read(() => Directory.EnumerateFiles(Path.Combine(root, folder)).Select(path => Path.GetFileName(path)!).ToArray()) ?? [];

    /// <summary>The targets of the links in a folder; links that cannot be read are left out.</summary>
    public IEnumerable<string> Links(string folder) =>
        (Attempt.Read(() => Directory.GetFileSystemEntries(Path.Combine(root, folder))) ?? []).Select(LinkTarget.Of).OfType<string>();

    /// <summary>The names of a folder's subfolders, sorted.</summary>
    public IReadOnlyList<string> Folders(string folder) => Attempt.Read(() =>
        Directory.EnumerateDirectories(Path.Combine(root, folder)).Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal).ToArray()) ?? [];

    /// <summary>The numbers after a word in the names of a folder's subfolders: for <c>cpu</c>, 0 and 1 of <c>cpu0</c>, <c>cpu1</c>, <c>cpufreq</c>.</summary>
    public IEnumerable<int> Numbered(string folder, string word)
    {
        foreach (var name in Folders(folder))
            if (name.StartsWith(word, StringComparison.Ordinal) && int.TryParse(name.AsSpan(word.Length), out var number)) yield return number;
    }

    /// <summary>The names of a folder's subfolders that are numbers: processes and threads.</summary>
    public IReadOnlyList<int> Numbers(string folder)
    {
        try
        {
            var numbers = new List<int>();
            foreach (var path in Directory.EnumerateDirectories(Path.Combine(root, folder)))
                if (int.TryParse(Path.GetFileName(path.AsSpan()), out var number)) numbers.Add(number);
            return numbers;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
