using System.Security.Cryptography;

namespace Dyno.Experiments;

/// <summary>
/// The folder of a search for a commit, <c>.dyno/bisects/ID/</c>: what is searched in <c>begun.txt</c>, a line per comparison in
/// <c>steps.jsonl</c>, written as the comparison ends, and at the end <c>bisect.json</c>.
/// </summary>
internal sealed class BisectFolder
{
    private const string Begun = "begun.txt";
    private const string Steps = "steps.jsonl";
    private const string Result = "bisect.json";

    private BisectFolder(string path) => Path = path;

    public string Path { get; }

    /// <summary>The search's id.</summary>
    public string Id => System.IO.Path.GetFileName(Path);

    /// <summary>Creates the folder of a new search.</summary>
    /// <param name="root">Dyno's folder for kept files.</param>
    /// <param name="question">All that must be the same in a search that continues.</param>
    /// <exception cref="UserFault">The folder cannot be written.</exception>
    public static BisectFolder Create(string root, string id, string question)
    {
        var folder = new BisectFolder(System.IO.Path.GetFullPath(System.IO.Path.Combine(root, "bisects", id)));
        WholeFile.TryWriteNew(System.IO.Path.Combine(root, ".gitignore"), "*\n");
        WholeFile.Write(folder.FileOf(Begun), Fingerprint(question));
        return folder;
    }

    /// <summary>The latest folder of the same search; null without one.</summary>
    public static BisectFolder? FindBegun(string root, string question)
    {
        var all = System.IO.Path.GetFullPath(System.IO.Path.Combine(root, "bisects"));
        return !Directory.Exists(all) ? null : Directory.GetDirectories(all).OrderDescending(StringComparer.Ordinal).Select(path => new BisectFolder(path))
            .FirstOrDefault(folder => PrivateFolder.IsPlainFile(folder.FileOf(Begun)) && File.ReadAllText(folder.FileOf(Begun)) == Fingerprint(question));
    }

    /// <summary>The comparisons that were kept; a line that was cut off is left out.</summary>
    public ImmutableArray<BisectStep> Read() => !PrivateFolder.IsPlainFile(FileOf(Steps)) ? []
        : [.. File.ReadLines(FileOf(Steps)).Select(ResultDocument.ReadLine<BisectStep>).OfType<BisectStep>()];

    /// <summary>Keeps a comparison at once.</summary>
    /// <exception cref="UserFault">It cannot be written.</exception>
    public void Keep(BisectStep step)
    {
        try
        {
            // A line that was cut off as Dyno was killed must not take this one with it.
            File.AppendAllText(FileOf(Steps), "\n" + ResultDocument.WriteLine(step) + "\n");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{FileOf(Steps)}: cannot be written: {failure.Message}", "free disk space, then continue with --resume", failure);
        }
    }

    /// <summary>Keeps the result.</summary>
    /// <returns>Its file.</returns>
    /// <exception cref="UserFault">It cannot be written.</exception>
    public string Keep(BisectResult result)
    {
        WholeFile.Write(FileOf(Result), ResultDocument.Write(result));
        return FileOf(Result);
    }

    private string FileOf(string name) => System.IO.Path.Combine(Path, name);

    private static string Fingerprint(string question) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(question))) + "\n";
}
