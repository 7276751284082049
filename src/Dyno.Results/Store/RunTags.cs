namespace Dyno.Results;

/// <summary>The names a user gave to a run, one a line in <c>ID.tags</c> beside its document: the document itself never changes.</summary>
public static class RunTags
{
    internal const string Extension = ".tags";
    private const int MaxLength = 60;

    /// <summary>
    /// Whether a word can be a tag: it begins with a letter, so that it is never the beginning of an id, and continues with
    /// letters, digits, <c>. _ - /</c>. <c>last</c> is taken.
    /// </summary>
    public static bool IsValid(string tag) => tag.Length is > 0 and <= MaxLength && tag != RunStore.Last && char.IsLetter(tag[0])
        && tag.All(letter => char.IsLetterOrDigit(letter) || letter is '.' or '_' or '-' or '/');

    /// <summary>The tags of a run, sorted; empty when the run has none.</summary>
    /// <exception cref="UserFault">The tags cannot be read.</exception>
    public static ImmutableSortedSet<string> Of(StoredRun run)
    {
        try
        {
            return PrivateFolder.IsPlainFile(PathOf(run))
                ? [.. File.ReadAllLines(PathOf(run)).Where(IsValid)]
                : [];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{PathOf(run)}: cannot be read: {failure.Message}", "make the file readable", failure);
        }
    }

    /// <summary>Gives a run these tags and no others.</summary>
    /// <exception cref="UserFault">The tags cannot be written; the previous tags are unchanged.</exception>
    public static void Set(StoredRun run, ImmutableSortedSet<string> tags) => WholeFile.Write(PathOf(run), string.Concat(tags.Select(tag => tag + "\n")));

    internal static string PathOf(StoredRun run) => Path.ChangeExtension(run.Path, Extension);
}
