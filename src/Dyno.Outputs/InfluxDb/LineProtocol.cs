namespace Dyno.Outputs;

/// <summary>
/// InfluxDB's line protocol (docs.influxdata.com, "Line protocol"): one line per point in the measurement <c>dyno</c>, tags <c>run</c>
/// and <c>phase</c>, times in milliseconds, the timestamp in nanoseconds.
/// </summary>
internal static class LineProtocol
{
    private const double MillisPerSecond = 1000;

    public static string LineOf(OutputPoint point)
    {
        var line = new StringBuilder("dyno,phase=").Append(point.Phase);
        if (point.Run.Length > 0) line.Append(",run=").Append(Tag(point.Run));
        var separator = ' ';
        foreach (var figure in OutputFigure.All.Concat(OutputFigure.Server))
            if (figure.Of(point.Snapshot) is { } value) Field(NameOf(figure), figure.IsCount ? $"{(long)value}i" : Number(value));
        foreach (var figure in OutputFigure.ResponseTimes)
            if (figure.Of(point.Snapshot) is { } seconds) Field($"response_time_{figure.Name}_ms", Number(seconds * MillisPerSecond));
        foreach (var (kind, count) in point.Snapshot.Errors) Field($"errors_{kind}", $"{count}i");
        var nanos = (point.Time - DateTimeOffset.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;
        return line.Append(' ').Append(nanos.ToString(CultureInfo.InvariantCulture)).Append('\n').ToString();

        void Field(string name, string value)
        {
            line.Append(separator).Append(name).Append('=').Append(value);
            separator = ',';
        }
    }

    private static string NameOf(OutputFigure figure) => figure.Unit == OutputUnit.Bytes ? figure.Name + "_bytes" : figure.Name;

    // Commas, equals signs and spaces are escaped. A control character such as a line break cannot be escaped and becomes an underscore.
    // Backslashes at the end are removed, because they would escape the separator that follows.
    private static string Tag(string text)
    {
        var tag = new StringBuilder();
        foreach (var c in text.TrimEnd('\\'))
            if (char.IsControl(c)) tag.Append('_');
            else if (c is ',' or '=' or ' ') tag.Append('\\').Append(c);
            else tag.Append(c);
        return tag.ToString();
    }

    private static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
