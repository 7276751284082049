using Dyno.Cli.Progress;
using Dyno.Inputs.Problems;
using Dyno.K6.VirtualUsers;

namespace Dyno.Cli.Scripts;

/// <summary>Where a script's log goes, as <c>--log-output</c>, <c>--log-format</c> and <c>--console-output</c> say.</summary>
internal sealed class ScriptLogs : IDisposable
{
    private readonly List<TextWriter> _files = [];

    private ScriptLogs(ScriptLog log) => Log = log;

    public ScriptLog Log { get; private init; }

    /// <summary>Opens the log.</summary>
    /// <exception cref="InputException">A file cannot be written.</exception>
    public static ScriptLogs Open(ScriptOptions options, Terminal terminal, ProgressLines progress)
    {
        var files = new List<TextWriter>();
        var output = OutputOf(options.LogOutput ?? "stderr", terminal, files);
        var format = options.LogFormat switch
        {
            "json" => LogFormat.Json,
            "raw" => LogFormat.Raw,
            _ => terminal.ErrorIsLive && output == terminal.Error ? LogFormat.Terminal : LogFormat.Text,
        };
        var logs = new ScriptLogs(new ScriptLog(output, format, options.IsVerbose, TimeProvider.System)
        {
            ConsoleOutput = options.ConsoleFile is { } file ? Create("--console-output", file, files) : null,
            BeforeLine = progress.Clear,
        });
        logs._files.AddRange(files);
        return logs;
    }

    public void Dispose()
    {
        foreach (var file in _files) file.Dispose();
    }

    private static TextWriter? OutputOf(string where, Terminal terminal, List<TextWriter> files) => where switch
    {
        "stderr" => terminal.Error,
        "stdout" => terminal.Out,
        "none" => null,
        _ when where.StartsWith("file=", StringComparison.Ordinal) => Create("--log-output", where[5..].Split(',')[0], files),
        _ => throw new InputException([new InputProblem("--log-output", null, null, $"'{where}' is no place for a log", "write stderr, stdout, none or file=NAME")]),
    };

    private static StreamWriter Create(string option, string path, List<TextWriter> files)
    {
        try
        {
            var writer = new StreamWriter(path, append: false);
            files.Add(writer);
            return writer;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new InputException([new InputProblem(option, null, null, $"{path} cannot be written: {e.Message}", "name a file that can be written")]);
        }
    }
}
