namespace Dyno.Results;

/// <summary>A user's note about a run, in <c>ID.note</c> beside the run's document. The document itself never changes.</summary>
public static class RunNote
{
    internal const string Extension = ".note";

    /// <summary>The largest number of characters in a note.</summary>
    public const int MaxLength = 10_000;

    /// <summary>The note; empty when there is none, or when the note cannot be read.</summary>
    public static string Of(StoredRun run) => Attempt.Read(() => File.Exists(PathOf(run)) ? File.ReadAllText(PathOf(run)) : null) ?? "";

    /// <summary>Writes the note; an empty text removes the note.</summary>
    /// <exception cref="UserFault">The note cannot be written; the previous note is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The note is longer than <see cref="MaxLength"/>.</exception>
    public static void Set(StoredRun run, string text)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(text.Length, MaxLength);
        if (text.Trim().Length > 0) WholeFile.Write(PathOf(run), text);
        else File.Delete(PathOf(run));
    }

    internal static string PathOf(StoredRun run) => Path.ChangeExtension(run.Path, Extension);
}
