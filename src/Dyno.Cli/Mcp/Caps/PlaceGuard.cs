namespace Dyno.Cli;

/// <summary>Finds paths outside of the server's folder, links followed, and words that a command line would take for an option.</summary>
internal sealed class PlaceGuard(AgentCaps caps)
{
    /// <summary>The reason against a file, a folder or a project; null when there is none.</summary>
    /// <param name="path">The path, relative to the server's folder.</param>
    public string? Refusal(string path)
    {
        if (Option(path) is { } option) return option;
        var (root, real) = (RealPath.Of(caps.Folder), RealPath.Of(Path.Combine(caps.Folder, path)));
        if (root is not null && real is not null
            && (real == root || real.StartsWith(Path.TrimEndingDirectorySeparator(root) + Path.DirectorySeparatorChar, StringComparison.Ordinal)))
            return null;
        return $"{Redaction.Text(path)} is not in {caps.Folder}: name something in this folder; elsewhere needs the person to start dyno mcp in the other folder";
    }

    /// <summary>The reason against a word that begins like an option; null when there is none.</summary>
    public static string? Option(string word) => word.StartsWith('-') ? $"'{Redaction.Text(word)}' begins like an option: write ./{word} for a file" : null;

    /// <summary>The reason against a program under test; null when there is none.</summary>
    /// <param name="path">The project, its folder or a program.</param>
    public string? OfSubject(string path)
    {
        if (Refusal(path) is { } outside) return outside;
        var isProject = Directory.Exists(path) || path.EndsWith("proj", StringComparison.OrdinalIgnoreCase) || path.EndsWith(".cs", StringComparison.OrdinalIgnoreCase);
        return isProject || caps.AllowsCode || !File.Exists(path) ? null : $"{path} is a program that is built already: name its project; {LoadGuard.Person("--allow-code")}";
    }
}
