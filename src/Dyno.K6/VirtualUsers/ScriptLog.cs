using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Dyno.K6.Logs;

namespace Dyno.K6.VirtualUsers;

/// <summary>How log lines look.</summary>
public enum LogFormat
{
    /// <summary><c>time="…" level=info msg="…" source=console</c>.</summary>
    Text,

    /// <summary><c>INFO[0003] …  source=console</c>, for a terminal.</summary>
    Terminal,

    /// <summary>One JSON object a line.</summary>
    Json,

    /// <summary>The message alone.</summary>
    Raw,
}

/// <summary>What scripts and their run have to say, in k6's formats. Thread-safe.</summary>
/// <param name="output">Takes the lines; null for none.</param>
/// <param name="format">How they look.</param>
/// <param name="isVerbose">Whether debug lines are shown.</param>
/// <param name="time">The clock.</param>
public sealed class ScriptLog(TextWriter? output, LogFormat format, bool isVerbose, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly long _began = time.GetTimestamp();
    private ImmutableArray<string> _secrets = [];

    /// <summary>Takes what console.* prints instead; null: the same as everything else.</summary>
    public TextWriter? ConsoleOutput { get; init; }

    /// <summary>Takes every line that <c>output</c> would, secrets masked; null for none.</summary>
    public Action<LogLine>? Receiver { get; init; }

    /// <summary>The lowest level that is written, but for <see cref="ConsoleOutput"/>.</summary>
    public string LowestLevel { get; init; } = LogLevels.Every;

    /// <summary>Called before a line is written: clears what stands on the screen's last line.</summary>
    public Action BeforeLine { get; init; } = static () => { };

    /// <summary>A value that must not be shown from now on.</summary>
    public void Hide(string secret)
    {
        lock (_gate)
            if (!_secrets.Contains(secret)) _secrets = _secrets.Add(secret);
    }

    /// <summary>One line.</summary>
    /// <param name="level">debug, info, warning or error.</param>
    /// <param name="message">The text.</param>
    /// <param name="source">console for a script's own; empty for the run's.</param>
    public void Write(string level, string message, string source = "")
    {
        if (level == "debug" && !isVerbose) return;
        var isApart = source == "console" && ConsoleOutput is not null;
        if (!isApart && !LogLevels.Includes(LowestLevel, level)) return;
        var target = isApart ? ConsoleOutput : output;
        var receiver = isApart ? null : Receiver;
        if (target is null && receiver is null) return;
        foreach (var secret in _secrets) message = message.Replace(secret, "***SECRET_REDACTED***", StringComparison.Ordinal);
        receiver?.Invoke(new LogLine(time.GetUtcNow(), level, message, source));
        if (target is null) return;
        var line = Render(level, message, source);
        lock (_gate)
        {
            BeforeLine();
            target.WriteLine(line);
            target.Flush();
        }
    }

    private string Render(string level, string message, string source) => format switch
    {
        LogFormat.Raw => message,
        LogFormat.Json => Json(level, message, source),
        LogFormat.Terminal => string.Create(CultureInfo.InvariantCulture,
            $"{Short(level)}[{(int)time.GetElapsedTime(_began).TotalSeconds:0000}] {message}{(source.Length > 0 ? $"  source={source}" : "")}"),
        _ => string.Create(CultureInfo.InvariantCulture,
            $"time=\"{time.GetLocalNow():yyyy-MM-dd'T'HH:mm:sszzz}\" level={level} msg={Quote(message)}{(source.Length > 0 ? $" source={source}" : "")}"),
    };

    private string Json(string level, string message, string source)
    {
        var text = new StringBuilder("{\"level\":").Append(Quote(level)).Append(",\"msg\":").Append(Quote(message));
        if (source.Length > 0) text.Append(",\"source\":").Append(Quote(source));
        return text.Append(CultureInfo.InvariantCulture, $",\"time\":\"{time.GetLocalNow():yyyy-MM-dd'T'HH:mm:sszzz}\"}}").ToString();
    }

    private static string Short(string level) => level switch { "warning" => "WARN", "error" => "ERRO", "debug" => "DEBU", _ => "INFO" };

    private static string Quote(string text)
    {
        var quoted = new StringBuilder("\"", text.Length + 2);
        foreach (var c in text)
            _ = c switch
            {
                '"' => quoted.Append("\\\""),
                '\\' => quoted.Append("\\\\"),
                '\n' => quoted.Append("\\n"),
                '\r' => quoted.Append("\\r"),
                '\t' => quoted.Append("\\t"),
                < ' ' => quoted.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}"),
                _ => quoted.Append(c),
            };
        return quoted.Append('"').ToString();
    }
}
