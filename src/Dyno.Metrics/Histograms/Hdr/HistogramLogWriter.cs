namespace Dyno.Metrics;

/// <summary>Writes the HdrHistogram interval log (<c>.hlog</c>, format 1.3), which HdrHistogram's tools plot and merge.</summary>
/// <remarks>Source: "Histogram log format" in the Java library's HistogramLogReader.</remarks>
public sealed class HistogramLogWriter
{
    private readonly TextWriter _output;
    private readonly DateTimeOffset _start;
    private readonly double _maxUnit;

    /// <summary>Writes the head of the log.</summary>
    /// <param name="output">Receives the log; stays open.</param>
    /// <param name="start">When the run began; lines count their seconds from here.</param>
    /// <param name="comments">Lines for people, without <c>#</c>.</param>
    /// <param name="maxUnit">The unit in which each line shows its maximum, as a number of the histogram's units; by default a millisecond
    /// in nanoseconds.</param>
    public HistogramLogWriter(
        TextWriter output, DateTimeOffset start, IEnumerable<string>? comments = null, double maxUnit = 1_000_000)
    {
        (_output, _start, _maxUnit) = (output, start, maxUnit);
        foreach (var comment in comments ?? []) WriteLine($"#{comment.ReplaceLineEndings(" ")}");
        WriteLine("#[Histogram log format version 1.3]");
        WriteLine($"#[StartTime: {Seconds(start - DateTimeOffset.UnixEpoch)} (seconds since epoch), {start:O}]");
        WriteLine($"#[BaseTime: {Seconds(start - DateTimeOffset.UnixEpoch)} (seconds since epoch)]");
        WriteLine("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
    }

    /// <summary>Writes one interval.</summary>
    /// <exception cref="ArgumentException">The tag is empty or holds a comma, white space or a line break.</exception>
    public void Write(HistogramLogInterval interval)
    {
        var tag = interval.Tag is { } name ? $"Tag={Checked(name)}," : "";
        var max = (interval.Histogram.Max / _maxUnit).ToString("F3", CultureInfo.InvariantCulture);
        WriteLine($"{tag}{Seconds(interval.Start - _start)},{Seconds(interval.Length)},{max},"
            + HdrEncoding.EncodeBase64(interval.Histogram));
    }

    private static string Checked(string tag) => tag.Length > 0 && tag.All(IsTagCharacter)
        ? tag
        : throw new ArgumentException($"'{tag}' is not a tag: a tag has no comma, space or line break");

    private static bool IsTagCharacter(char c) => c != ',' && !char.IsWhiteSpace(c) && !char.IsControl(c);

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("F3", CultureInfo.InvariantCulture);

    // Lines end with a line feed on every system, so that the bytes are the same.
    private void WriteLine(string line)
    {
        _output.Write(line);
        _output.Write('\n');
    }
}
