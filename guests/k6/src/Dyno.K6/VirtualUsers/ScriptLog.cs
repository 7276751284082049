namespace Dyno.K6;

/// <summary>How log lines look.</summary>
public enum LogFormat
{
    /// <summary><c>time="…" level=info msg="…" source=console</c>: a value is quoted where it needs to be.</summary>
    Text,

    /// <summary><c>INFO[0003] …  source=console</c>, for a terminal.</summary>
    Terminal,

    /// <summary>One JSON object a line.</summary>
    Json,

    /// <summary>Only the message, and what went wrong.</summary>
    Raw,
}

/// <summary>What scripts and their run have to say, in k6's formats. Thread-safe.</summary>
/// <param name="output">Takes the lines; null for none.</param>
/// <param name="isVerbose">Whether debug lines are shown.</param>
public sealed class ScriptLog(TextWriter? output, LogFormat format, bool isVerbose, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly long _began = time.GetTimestamp();
    private ImmutableArray<string> _secrets = [];

    /// <summary>Takes what console.* prints; null: <c>output</c> takes it.</summary>
    public TextWriter? ConsoleOutput { get; init; }

    /// <summary>The lowest level that is written; <see cref="ConsoleOutput"/> takes every level.</summary>
    public string LowestLevel { get; init; } = LogLevels.Every;

    /// <summary>Called before a line is written: clears what stands on the screen's last line.</summary>
    public Action BeforeLine { get; init; } = static () => { };

    /// <summary>Masks a value from now on.</summary>
    public void Hide(string secret)
    {
        lock (_gate)
            if (!_secrets.Contains(secret)) _secrets = _secrets.Add(secret);
    }

    /// <summary>One line.</summary>
    /// <param name="level">debug, info, warning or error.</param>
    /// <param name="source">console for a script's own; empty for the run's.</param>
    /// <param name="error">What went wrong, as its own field; empty for none.</param>
    public void Write(string level, string message, string source = "", string error = "")
    {
        if (level == "debug" && !isVerbose) return;
        var isApart = source == "console" && ConsoleOutput is not null;
        if (!isApart && !LogLevels.Includes(LowestLevel, level)) return;
        var target = isApart ? ConsoleOutput : output;
        if (target is null) return;
        (message, error) = (Masked(message), Masked(error));
        if (source != "console") (message, error) = (Redaction.Lines(message), Redaction.Lines(error)); // what a script prints is the business of its author
        var line = Render(level, message, error, source);
        lock (_gate)
        {
            BeforeLine();
            target.WriteLine(line);
            target.Flush();
        }
    }

    private string Render(string level, string message, string error, string source) => format switch
    {
        LogFormat.Raw => LogText.Raw(message, error),
        LogFormat.Json => LogText.Json(time.GetLocalNow(), level, message, error, source),
        LogFormat.Terminal => LogText.Terminal(time.GetElapsedTime(_began), level, message, error, source),
        _ => LogText.Text(time.GetLocalNow(), level, message, error, source),
    };

    private string Masked(string text)
    {
        foreach (var secret in _secrets) text = text.Replace(secret, "***SECRET_REDACTED***", StringComparison.Ordinal);
        return text;
    }
}
