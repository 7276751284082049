namespace Dyno.Subjects;

/// <summary>The folders of all programs under test: their publishes, outputs and kept files. Members may be used from any thread.</summary>
/// <param name="stateFolder">The folder of all subjects, such as <c>.dyno/subjects</c>.</param>
public sealed class SubjectStore(string stateFolder)
{
    /// <summary>How many programs have a folder at most; each revision of a project is its own program.</summary>
    public const int Most = 16;

    private static readonly TimeSpan Untouchable = TimeSpan.FromHours(1);

    /// <summary>The programs, most recently used first.</summary>
    public ImmutableArray<StoredSubject> List() => Directory.Exists(stateFolder)
        ? [.. new DirectoryInfo(stateFolder).EnumerateDirectories()
            .Select(folder => new StoredSubject(folder.FullName, PublishFolder.LastUseOf(folder.FullName)))
            .OrderByDescending(subject => subject.LastUse)]
        : [];

    /// <summary>Removes the least recently used programs above <see cref="Most"/>, none of the last hour.</summary>
    public void Bound(DateTimeOffset now)
    {
        foreach (var subject in List().Skip(Most).Where(subject => now - subject.LastUse > Untouchable)) Remove(subject);
    }

    /// <summary>Removes a program's folder.</summary>
    /// <returns>False when the program runs or is being built, or the folder cannot be removed.</returns>
    public static bool Remove(StoredSubject subject)
    {
        try
        {
            using (var alone = PublishFolder.TryLock(subject.Folder))
            {
                if (alone is null || !PublishFolder.IsIdle(subject.Folder)) return false;
                foreach (var part in Directory.EnumerateDirectories(subject.Folder)) Directory.Delete(part, recursive: true);
            }
            Directory.Delete(subject.Folder, recursive: true);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}

/// <summary>The folder of one program under test.</summary>
/// <param name="Folder">Absolute path.</param>
/// <param name="LastUse">When the program was last published or launched.</param>
public sealed record StoredSubject(string Folder, DateTimeOffset LastUse)
{
    /// <summary>The size of its files in bytes.</summary>
    public long Bytes() => new DirectoryInfo(Folder).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);
}
