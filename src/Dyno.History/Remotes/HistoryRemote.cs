namespace Dyno.History;

/// <summary>Reads how a remote is written.</summary>
public static class HistoryRemote
{
    /// <summary>The branch of the repository when nothing else is named.</summary>
    public const string Usual = "dyno-data";

    /// <summary>What may be written, for messages and help.</summary>
    public const string Grammar = "a branch of the repository (dyno-data) or a folder (./history), which 'aws s3 sync ./history s3://BUCKET' can carry";

    /// <summary>The remote that a text names.</summary>
    /// <param name="text">A folder, which exists or has a separator in its name; otherwise a branch.</param>
    /// <param name="folder">The folder of the repository, and of a relative path.</param>
    /// <exception cref="UserFault">The text names no remote.</exception>
    public static IHistoryRemote Parse(string text, TimeProvider time, string folder)
    {
        if (text.Contains("://", StringComparison.Ordinal))
            throw new UserFault($"'{Results.Redaction.Text(text)}' is no remote of a history", $"write {Grammar}");
        if (IsFolder(text, folder)) return new FolderRemote(Path.Combine(folder, text));
        return BranchRemote.IsBranch(text) ? new BranchRemote(folder, text, time)
            : throw new UserFault($"'{text}' cannot be a branch", $"write {Grammar}");
    }

    private static bool IsFolder(string text, string folder) =>
        (text.Length > 0 && Directory.Exists(Path.Combine(folder, text))) || text.StartsWith('.') || Path.IsPathRooted(text)
        || text.EndsWith('/') || text.Contains('\\', StringComparison.Ordinal);
}
