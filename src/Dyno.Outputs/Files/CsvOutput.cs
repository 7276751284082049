namespace Dyno.Outputs;

/// <summary><c>csv=FILE</c>: comma-separated values with a header line (RFC 4180), times in milliseconds.</summary>
internal sealed class CsvOutput(string path) : FileOutput(path)
{
    private const double MillisPerSecond = 1000;

    private static ImmutableArray<OutputFigure> Server { get; } = OutputFigure.Server;

    protected override string Head { get; } = string.Join(',', (string[])
    [
        "time", "run", "phase", "elapsed_s",
        .. OutputFigure.All.Select(figure => figure.Unit == OutputUnit.Bytes ? figure.Name + "_bytes" : figure.Name),
        .. OutputFigure.ResponseTimes.Select(figure => figure.Name + "_ms"),
        "errors",
        .. Server.Select(figure => figure.Unit == OutputUnit.Bytes ? figure.Name + "_bytes" : figure.Name),
    ]);

    protected override string LineOf(OutputPoint point) => string.Join(',', (string[])
    [
        point.Time.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture),
        CsvField.Of(point.Run),
        point.Phase,
        Number(point.Snapshot.Elapsed.TotalSeconds),
        .. OutputFigure.All.Select(figure => Number(figure.Of(point.Snapshot))),
        .. OutputFigure.ResponseTimes.Select(figure => Number(figure.Of(point.Snapshot) * MillisPerSecond)),
        CsvField.Of(string.Join(';', point.Snapshot.Errors.Select(error => $"{error.Key}={error.Value}"))),
        .. Server.Select(figure => Number(figure.Of(point.Snapshot))),
    ]);

    private static string Number(double? value) => value?.ToString("0.######", CultureInfo.InvariantCulture) ?? "";
}
