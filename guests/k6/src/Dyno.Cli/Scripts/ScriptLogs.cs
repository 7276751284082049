namespace Dyno.Cli;

/// <summary>The places to which a script's log goes, as <c>--log-output</c>, <c>--log-format</c> and <c>--console-output</c> name them.</summary>
internal sealed class ScriptLogs : IAsyncDisposable
{
    private const string ToFile = "file=";

    private readonly List<TextWriter> _files;

    private ScriptLogs(ScriptLog log, List<TextWriter> files) => (Log, _files) = (log, files);

    public ScriptLog Log { get; }

    /// <summary>Opens the log.</summary>
    /// <exception cref="UserFault">A file cannot be written, or the option cannot be read.</exception>
    public static ScriptLogs Open(ScriptOptions options, Terminal terminal, ProgressLines progress)
    {
        var files = new List<TextWriter>();
        var output = OutputOf(options.LogOutput ?? "stderr", terminal, files, out var level);
        var format = options.LogFormat switch
        {
            "json" => LogFormat.Json,
            "raw" => LogFormat.Raw,
            _ => terminal.ErrorIsLive && output == terminal.Error ? LogFormat.Terminal : LogFormat.Text,
        };
        var console = options.ConsoleFile is { } file ? Create("--console-output", file, files) : null;
        var log = new ScriptLog(output, format, options.IsVerbose, TimeProvider.System)
        {
            ConsoleOutput = console,
            LowestLevel = level,
            BeforeLine = progress.Clear,
        };
        return new ScriptLogs(log, files);
    }

    /// <summary>Closes the files.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var file in _files) await file.DisposeAsync();
    }

    /// <summary>The problems of the place that the user asked for. No file is opened.</summary>
    public static IReadOnlyList<Problem> ProblemsOf(ScriptOptions options)
    {
        try
        {
            LevelOf(options.LogOutput ?? "stderr");
            return [];
        }
        catch (UserFault wrong)
        {
            return wrong.Problems;
        }
    }

    private static TextWriter? OutputOf(string where, Terminal terminal, List<TextWriter> files, out string level)
    {
        level = LevelOf(where);
        return where switch
        {
            "stderr" => terminal.Error,
            "stdout" => terminal.Out,
            "none" => null,
            _ => Create("--log-output", where[ToFile.Length..].Split(',')[0], files),
        };
    }

    private static string LevelOf(string where)
    {
        if (where is "stderr" or "stdout" or "none") return LogLevels.Every;
        if (!where.StartsWith(ToFile, StringComparison.Ordinal))
            throw Wrong($"'{Redaction.Text(where)}' is not a log destination", "write stderr, stdout, none or file=NAME");
        var level = LogLevels.Every;
        foreach (var part in where[ToFile.Length..].Split(',').Skip(1))
        {
            if (!part.StartsWith("level=", StringComparison.Ordinal)) throw Wrong($"file has no setting '{part}'", "write file=NAME,level=LEVEL");
            level = LogLevels.Find(part[6..]) ?? throw Wrong($"there is no level '{part[6..]}'", $"write one of {LogLevels.Forms}");
        }
        return level;
    }

    private static UserFault Wrong(string what, string instead) => new([new Problem("--log-output", null, null, what, instead)]);

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
            throw new UserFault([new Problem(option, null, null, $"{path} cannot be written: {e.Message}", "name a file that can be written")]);
        }
    }
}
