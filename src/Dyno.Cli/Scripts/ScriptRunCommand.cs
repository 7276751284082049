using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;

namespace Dyno.Cli.Scripts;

/// <summary><c>dyno run SCRIPT</c>: runs a k6 script.</summary>
internal sealed class ScriptRunCommand : DocumentedCommand
{
    private static readonly string[] Extensions = [".js", ".ts", ".mjs", ".cjs", ".mts", ".tar"];
    private static readonly string[] TakeFiles = ["--body-file", "--result", "--summary-export", "--cacert", "--cert", "--key", "--data", "--console-output", "-o", "--out", "-c", "--config"];
    private readonly ScriptSymbols _symbols = new();

    public ScriptRunCommand(Terminal terminal)
        : base("run", "Run a k6 script, and print a result that can be trusted, or why it cannot.")
    {
        Add(_symbols.Script);
        AddGroupedOptions();
        SetAction((parsed, _) => new ScriptPipeline(terminal, ScriptOptionsReader.Read(parsed, _symbols)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Run a script as its options say", "dyno run script.js"),
        new("10 virtual users for 30 s, with a variable", "dyno run script.js -u 10 -d 30s -e BASE_URL=http://localhost:5000"),
        new("Fail a build when a check failed; keep the summary", "dyno run script.ts --fail-on check --summary-export summary.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    /// <summary>Whether a file is a script: by its name.</summary>
    public static bool IsScript(string path) => Extensions.Any(e => path.EndsWith(e, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a command line asks to run a script: by the name of its file.</summary>
    public static bool IsAskedFor(IReadOnlyList<string> words)
    {
        if (words.Count == 0 || words[0] != "run") return false;
        for (var i = 1; i < words.Count; i++)
        {
            if (words[i] == "-") return true;
            if (TakeFiles.Contains(words[i - 1]) || words[i].Contains("://", StringComparison.Ordinal) || words[i].StartsWith('-')) continue;
            if (IsScript(words[i])) return true;
        }
        return false;
    }
}
