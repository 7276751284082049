namespace Dyno.Cli.Scripts;

/// <summary>Whether a command line is about a script: by the name of its file.</summary>
internal static class ScriptWords
{
    private static readonly string[] Extensions = [".js", ".ts", ".mjs", ".cjs", ".mts", ".tar"];

    // Options whose value may end like the name of a script.
    private static readonly string[] TakeFiles =
    [
        "--body-file", "--result", "--summary-export", "--cacert", "--cert", "--key", "--data", "--console-output", "-o", "--out", "-O",
        "--archive-out", "-c", "--config", "--subject", "--subject-args", "--secret-source", "--log-output",
    ];

    /// <summary>Whether a file is a script: by its name.</summary>
    public static bool IsScript(string path) => Extensions.Any(e => path.EndsWith(e, StringComparison.OrdinalIgnoreCase));

    /// <summary>The words with <c>--http-debug</c> alone spelt out: in k6 its value is optional, and the next word is none.</summary>
    public static string[] SpeltOut(string[] words)
    {
        var spelt = (string[])words.Clone();
        for (var i = 0; i < words.Length && words[i] != "--"; i++)
            if (words[i] == "--http-debug" && (i + 1 == words.Length || words[i + 1] is not ("full" or "headers"))) spelt[i] = "--http-debug=headers";
        return spelt;
    }

    /// <summary>Whether the words after a command name a script, an archive, or standard input.</summary>
    public static bool Name(IReadOnlyList<string> words, string command)
    {
        if (words.Count == 0 || words[0] != command) return false;
        for (var i = 1; i < words.Count && words[i] != "--"; i++)
        {
            if (words[i] == "-") return true;
            if (TakeFiles.Contains(words[i - 1]) || words[i].Contains("://", StringComparison.Ordinal) || words[i].StartsWith('-')) continue;
            if (IsScript(words[i])) return true;
        }
        return false;
    }
}
