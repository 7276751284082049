namespace Dyno.History;

/// <summary>A folder with one file for each record; <c>.dyno/history</c> is the one of this working copy.</summary>
/// <param name="path">The folder; it need not exist.</param>
public sealed class RecordFolder(string path)
{
    private const int MostCharacters = 100_000;
    private static readonly string Own = System.IO.Path.Combine(".dyno", "history");

    /// <summary>The records of the current folder: those that were made here and those that were pulled.</summary>
    /// <param name="folder">The folder, where it is not the process's.</param>
    public static RecordFolder Here(string folder = "") => new(System.IO.Path.Combine(folder, Own));

    public string Path => path;

    /// <summary>The names of all files that may be records, sorted.</summary>
    /// <exception cref="UserFault">The folder cannot be read.</exception>
    public ImmutableArray<string> Names()
    {
        try
        {
            return Directory.Exists(path)
                ? [.. new DirectoryInfo(path).EnumerateFiles().Select(file => file.Name).Where(HistoryFile.IsName).Order(StringComparer.Ordinal)] : [];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw CannotBeRead(path, failure);
        }
    }

    /// <summary>All files that may be records.</summary>
    /// <param name="except">Names of files that need not be read.</param>
    /// <exception cref="UserFault">A file cannot be read.</exception>
    public ImmutableArray<HistoryFile> Files(IReadOnlySet<string>? except = null) => [.. Names().Where(name => except?.Contains(name) != true).Select(Read)];

    /// <summary>Adds files; those that are there already stay as they are.</summary>
    /// <returns>Number of files that were not there.</returns>
    /// <exception cref="UserFault">A file cannot be written.</exception>
    public int Add(IEnumerable<HistoryFile> files)
    {
        // Git ignores what Dyno keeps in the working copy.
        if (path.EndsWith(Own, StringComparison.Ordinal)) WholeFile.TryWriteNew(System.IO.Path.Combine(System.IO.Path.GetDirectoryName(path)!, ".gitignore"), "*\n");
        return files.Count(file => !File.Exists(PathOf(file.Name)) && WholeFile.TryWriteNew(PathOf(file.Name), file.Text));
    }

    private HistoryFile Read(string name)
    {
        try
        {
            var info = new FileInfo(PathOf(name));
            // A file of another kind must not fill the memory; what is cut off is no record.
            using var reader = info.OpenText();
            var buffer = new char[(int)Math.Min(info.Length, MostCharacters)];
            return new HistoryFile(name, new string(buffer, 0, reader.ReadBlock(buffer)));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw CannotBeRead(PathOf(name), failure);
        }
    }

    private string PathOf(string name) => System.IO.Path.Combine(path, name);

    private static UserFault CannotBeRead(string path, Exception failure) =>
        new($"{path}: cannot be read: {failure.Message}", "name a folder with records of a history that can be read", failure);
}
