using System.CommandLine.Completions;

namespace Dyno.Cli;

/// <summary>The comparisons kept in <c>.dyno/experiments</c> of this folder.</summary>
internal static class KeptExperiments
{
    private const int Suggested = 50;
    private static readonly string Folder = Path.Combine(".dyno", "experiments");

    /// <summary>Lets shells complete an argument to the ids of the experiments in this folder.</summary>
    public static void Complete(Argument argument, Terminal terminal) => argument.CompletionSources.Add(_ =>
        Ids(terminal) is { IsEmpty: false } ids ? [.. ids.Take(Suggested).Prepend(RunStore.Last).Select(id => new CompletionItem(id))] : []);

    /// <summary>The file of a comparison. A word that looks like a file is a file; any other word is an experiment of this folder.</summary>
    /// <returns>The file, and whether it is an experiment of this folder.</returns>
    /// <exception cref="UserFault">There is no such experiment, or more than one.</exception>
    public static (string File, bool IsOwn) Find(string word, Terminal terminal)
    {
        if (word.EndsWith(".json", StringComparison.Ordinal) || word.Contains(Path.DirectorySeparatorChar))
            return (word, Path.GetFullPath(word).StartsWith(Path.GetFullPath(Folder, terminal.Folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal));
        var ids = Ids(terminal);
        if (ids.IsEmpty) throw new UserFault($"{Folder}: no experiment is kept here", "run dyno compare here first, or name a file: dyno why comparison.json");
        var found = word == RunStore.Last ? [ids[0]] : ids.Where(id => id.StartsWith(word, StringComparison.Ordinal)).ToImmutableArray();
        return found.Length switch
        {
            1 => (terminal.PathOf(FileOf(found[0])), true),
            0 => throw new UserFault($"there is no experiment {word} in {Folder}", $"write last or {ids[0]}"),
            _ => throw new UserFault($"{found.Length} experiments begin with {word}", $"write one id in full, e.g. {found[0]}"),
        };
    }

    private static string FileOf(string id) => Path.Combine(Folder, id, "comparison.json");

    // Newest first; one that was interrupted has no comparison.
    private static ImmutableArray<string> Ids(Terminal terminal) => !Directory.Exists(terminal.PathOf(Folder)) ? []
        : [.. Directory.GetDirectories(terminal.PathOf(Folder)).Select(path => Path.GetFileName(path))
            .Where(id => PrivateFolder.IsPlainFile(terminal.PathOf(FileOf(id)))).OrderDescending(StringComparer.Ordinal)];
}
