namespace Dyno.Outputs;

/// <summary>All kinds of output and their spelling: <c>NAME=WHERE</c>, as in k6.</summary>
public static class OutputKinds
{
    private const int PrometheusPort = 9464;

    private static readonly ImmutableArray<OutputKind> All =
    [
        new("json", "json=FILE", where => where.Length == 0 ? null : () => new JsonOutput(where)),
        // k6 has csv=fileName=FILE,saveInterval=1s, and compresses a .gz.
        new("csv", "csv=FILE", where => where.Length == 0 || where.StartsWith("fileName=", StringComparison.Ordinal) || where.EndsWith(".gz", StringComparison.Ordinal)
            ? null : () => new CsvOutput(where)),
        new("prometheus", "prometheus=127.0.0.1:9464",
            where => HostAndPort.Read(where, "127.0.0.1", PrometheusPort) is { } at && LabelsGiven is { } labels ? () => new PrometheusOutput(at, labels) : null),
        new("otlp", "otlp=http://127.0.0.1:4318",
            where => (where.Length == 0 ? OtlpAddress.FromEnvironment(Environment.GetEnvironmentVariable) : OtlpAddress.Read(where)) is { } at
                ? () => new OtlpOutput(at) : null),
        new("influxdb", "influxdb=http://127.0.0.1:8086/DATABASE", where => InfluxAddress.Read(where) is { } at ? () => new InfluxOutput(at) : null),
    ];

    // Outputs that k6 has under other names, or that Dyno offers elsewhere.
    private static readonly ImmutableArray<(string Name, string WriteInstead)> OfK6 =
    [
        ("experimental-prometheus-rw", "write prometheus=127.0.0.1:9464, which Prometheus scrapes"),
        ("opentelemetry", "write otlp=http://127.0.0.1:4318, or otlp=grpc://127.0.0.1:4317"),
        ("experimental-opentelemetry", "write otlp=http://127.0.0.1:4318, or otlp=grpc://127.0.0.1:4317"),
        ("statsd", "write otlp=http://127.0.0.1:4318: the agents that receive StatsD (Datadog's, Telegraf, CloudWatch's) receive OTLP, too"),
        ("web-dashboard", "write -f html=FILE: a page with charts when the run is over"),
    ];

    /// <summary>The spellings of all outputs, joined by commas.</summary>
    public static string Forms { get; } = string.Join(", ", All.Select(kind => kind.Form));

    /// <summary>Parses an output.</summary>
    /// <returns>The output; null when the text is not valid.</returns>
    public static OutputRequest? Read(string text, ICollection<Problem> problems)
    {
        var at = text.IndexOf('=', StringComparison.Ordinal);
        var name = at < 0 ? text : text[..at];
        var shown = Redaction.Text(text);
        if (All.FirstOrDefault(kind => kind.Name == name) is not { } kind)
            problems.Add(new Problem("--out", null, null, $"'{shown}' is not an output", Instead(name)));
        else if (at < 0 && kind.Name is not ("prometheus" or "otlp"))
            problems.Add(new Problem("--out", null, null, $"'{shown}' has no destination", $"write {kind.Form}"));
        else if (kind.Name == "prometheus" && LabelsGiven is null)
            problems.Add(new Problem(PrometheusLabels.Variable, null, null, "the labels cannot be read", "write NAME=VALUE,NAME=VALUE; run, phase, kind and le are Dyno's own"));
        else if (kind.Read(at < 0 ? "" : text[(at + 1)..].Trim()) is not { } create)
            problems.Add(at < 0
                ? new Problem(OtlpAddress.EndpointVariable, null, null, "it is not the address of a collector", $"set it to http://127.0.0.1:4318, or write --out {kind.Form}")
                : new Problem("--out", null, null, $"'{shown}' cannot be read", $"write {kind.Form}"));
        else return new OutputRequest(text, create);
        return null;
    }

    private static ImmutableArray<(string Name, string Value)>? LabelsGiven =>
        PrometheusLabels.Read(Environment.GetEnvironmentVariable(PrometheusLabels.Variable));

    private static string Instead(string name) => OfK6.FirstOrDefault(k6 => k6.Name == name).WriteInstead ?? $"write one of {Forms}";
}
