using System.Globalization;

namespace Dyno.Metrics.Tests;

/// <summary>
/// Reads the HdrHistogram interval log (<c>.hlog</c>), one interval at a time. Comments and the legend are skipped;
/// <c>#[StartTime:</c> and <c>#[BaseTime:</c> are understood. One thread.
/// </summary>
internal sealed class HistogramLogReader
{
    private static readonly TimeSpan Year = TimeSpan.FromDays(365);
    private readonly TextReader _input;
    private TimeSpan? _base;
    private int _line;

    /// <summary>Creates a reader.</summary>
    /// <param name="input">The log; stays open.</param>
    public HistogramLogReader(TextReader input)
    {
        ArgumentNullException.ThrowIfNull(input);
        _input = input;
    }

    /// <summary>When the run began, as soon as the line that says so was read; null without such a line.</summary>
    public DateTimeOffset? StartTime { get; private set; }

    /// <summary>Reads the next interval; null at the end.</summary>
    /// <exception cref="HistogramFormatException">A line is not an interval: the message names it.</exception>
    public HistogramLogInterval? Read()
    {
        while (_input.ReadLine() is { } line)
        {
            _line++;
            if (IsHead(line)) ReadHead(line);
            else return Interval(line);
        }

        return null;
    }

    private static bool IsHead(string line) =>
        line.StartsWith('#') || line.StartsWith('"') || string.IsNullOrWhiteSpace(line);

    private void ReadHead(string line)
    {
        if (line.StartsWith("#[StartTime:", StringComparison.Ordinal))
            StartTime = DateTimeOffset.UnixEpoch + Stamp(line);
        else if (line.StartsWith("#[BaseTime:", StringComparison.Ordinal)) _base = Stamp(line);
    }

    private HistogramLogInterval Interval(string line)
    {
        var fields = line.Split(',', StringSplitOptions.TrimEntries);
        var tag = fields[0].StartsWith("Tag=", StringComparison.Ordinal) ? fields[0][4..] : null;
        if (tag is not null) fields = fields[1..];
        if (fields.Length != 4) throw Wrong("expected start, length, maximum and histogram, with commas between");
        var (start, length) = (Time(fields[0]), Time(fields[1]));
        // As the Java reader does: stamps more than a year before the start time count from it.
        _base ??= StartTime - DateTimeOffset.UnixEpoch is { } began && start < began - Year ? began : TimeSpan.Zero;
        return new HistogramLogInterval(At(_base.Value, start), length, Histogram(fields[3]), tag);
    }

    private Histogram Histogram(string base64)
    {
        try
        {
            return HdrEncoding.DecodeBase64(base64);
        }
        catch (HistogramFormatException e)
        {
            throw Wrong(e.Message, e);
        }
    }

    private TimeSpan Stamp(string comment)
    {
        var fields = comment.Split([' ', ']', ','], StringSplitOptions.RemoveEmptyEntries);
        return fields.Length > 1 ? Time(fields[1]) : throw Wrong("expected seconds since 1970 after the colon");
    }

    private TimeSpan Time(string text)
    {
        var valid = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds);
        // 1e11 s is beyond the year 5000: within it no sum below leaves the calendar.
        if (!valid || !(seconds is >= 0 and < 1e11)) throw Wrong($"'{text}' is not a time in seconds");
        return TimeSpan.FromSeconds(seconds);
    }

    private static DateTimeOffset At(TimeSpan origin, TimeSpan stamp) => DateTimeOffset.UnixEpoch + origin + stamp;

    private HistogramFormatException Wrong(string what, Exception? inner = null) => new($"line {_line}: {what}", inner);
}
