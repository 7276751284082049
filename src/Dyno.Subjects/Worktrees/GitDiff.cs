using System.Text.RegularExpressions;

namespace Dyno.Subjects;

/// <summary>Which lines of a repository's C# files differ between two states of it.</summary>
public sealed partial class GitDiff
{
    private readonly Dictionary<string, List<(int First, int Last, bool IsNew)>> _hunks = new(StringComparer.Ordinal);

    private GitDiff(string repository) => Repository = repository;

    /// <summary>Absolute path of the repository's root.</summary>
    public string Repository { get; }

    /// <summary>Whether no C# file differs.</summary>
    public bool IsEmpty => _hunks.Count == 0;

    /// <summary>Compares two states; null when the folder is in no repository, git is not installed, or a revision does not exist.</summary>
    /// <param name="folder">A folder in the repository.</param>
    /// <param name="from">The revision before; null: the working copy.</param>
    /// <param name="to">The revision after; null: the working copy.</param>
    public static async Task<GitDiff?> ReadAsync(string folder, string? from, string? to, CancellationToken cancellation)
    {
        if (await GitCommand.RunAsync(folder, ["rev-parse", "--show-toplevel"], cancellation) is not { ExitCode: 0 } root) return null;
        if (from is null && to is null) return new GitDiff(root.Output); // the same state on both sides
        ImmutableArray<string> states = (from, to) switch
        {
            ({ } before, { } after) => [before, after],
            ({ } before, null) => [before],
            _ => ["-R", to!],
        };
        var answer = await GitCommand.RunAsync(root.Output, ["diff", "--no-color", "--no-ext-diff", "--no-renames", "-U0", .. states, "--", "*.cs"], cancellation);
        return answer is { ExitCode: 0 } diff ? Parse(root.Output, diff.Output) : null;
    }

    /// <summary>Reads a diff without lines of context.</summary>
    /// <param name="repository">The repository's root.</param>
    internal static GitDiff Parse(string repository, string text)
    {
        var diff = new GitDiff(repository);
        List<(int, int, bool)>? file = null;
        foreach (var line in text.Split('\n'))
        {
            if (line.StartsWith("+++ ", StringComparison.Ordinal)) file = diff.HunksOf(line[4..].TrimEnd('\r', '\t').Trim('"'));
            if (file is null || Hunk().Match(line) is not { Success: true } hunk) continue;
            var first = int.Parse(hunk.Groups["first"].ValueSpan, CultureInfo.InvariantCulture);
            var count = hunk.Groups["count"].Success ? int.Parse(hunk.Groups["count"].ValueSpan, CultureInfo.InvariantCulture) : 1;
            var isNew = hunk.Groups["old"].Value == "0";
            // Lines that were only removed stand behind the line that the hunk names.
            file.Add(count == 0 ? (first, first + 1, false) : (first, first + count - 1, isNew));
        }
        return diff;
    }

    private List<(int, int, bool)>? HunksOf(string path)
    {
        // A name begins with b/; a file that is gone is /dev/null.
        if (path.Length < 3 || path[1] != '/') return null;
        return _hunks.TryGetValue(path[2..], out var known) ? known : _hunks[path[2..]] = [];
    }

    /// <summary>How a range of lines differs: <c>new</c> when all of it was added, <c>changed</c> when part of it differs; null when nothing does.</summary>
    /// <param name="file">The file, relative to the repository.</param>
    public string? TouchOf(string file, int first, int last)
    {
        var touching = _hunks.GetValueOrDefault(file, []).Where(h => h.First <= last && h.Last >= first).ToList();
        if (touching.Count == 0) return null;
        return touching.Exists(h => h.IsNew && h.First <= first && h.Last >= last) ? "new" : "changed";
    }

    [GeneratedRegex(@"^@@ -\d+(,(?<old>\d+))? \+(?<first>\d+)(,(?<count>\d+))? @@")]
    private static partial Regex Hunk();
}
