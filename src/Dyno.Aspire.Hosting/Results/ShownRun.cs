namespace Dyno.Aspire.Hosting;

/// <summary>What the dashboard shows of a run.</summary>
/// <param name="Id">The run's id.</param>
/// <param name="Health">Whether the figures can be trusted: healthy, strained or void.</param>
/// <param name="Requests">Number of requests that were measured.</param>
/// <param name="Rate">Requests per second.</param>
/// <param name="FailedShare">Share of the requests that failed, 0 to 1.</param>
/// <param name="MedianMillis">Median response time, in milliseconds; null when nothing was answered.</param>
/// <param name="P99Millis">99th percentile of the response time, in milliseconds; null when nothing was answered.</param>
/// <param name="CrossedThresholds">Number of thresholds that were crossed.</param>
internal sealed record ShownRun(
    string Id, string Health, long Requests, double Rate, double FailedShare, double? MedianMillis, double? P99Millis, int CrossedThresholds)
{
    private const double NanosInMillisecond = 1e6;

    /// <summary>Reads a document of the schema run-result.v1.</summary>
    /// <param name="json">The document.</param>
    /// <exception cref="JsonException">It is not JSON.</exception>
    /// <exception cref="KeyNotFoundException">It is another document.</exception>
    public static ShownRun Of(ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json);
        var run = document.RootElement;
        var totals = run.GetProperty("measured").GetProperty("totals");
        var requests = totals.GetProperty("requests").GetInt64();
        return new ShownRun(run.GetProperty("id").GetString() ?? "", run.GetProperty("health").GetProperty("state").GetString() ?? "", requests,
            totals.GetProperty("requestsPerSecond") is { ValueKind: JsonValueKind.Number } rate ? rate.GetDouble() : 0,
            requests == 0 ? 0 : (double)totals.GetProperty("failedRequests").GetInt64() / requests,
            Millis(run, "p50"), Millis(run, "p99"),
            run.TryGetProperty("thresholds", out var thresholds) ? thresholds.EnumerateArray().Count(IsCrossed) : 0);
    }

    /// <summary>Requests per second, as people read them.</summary>
    public string RateText => string.Create(CultureInfo.InvariantCulture, $"{Rate:#,0.#}/s");

    /// <summary>The share of failed requests.</summary>
    public string FailedText => string.Create(CultureInfo.InvariantCulture, $"{FailedShare:0.##%}");

    /// <summary>The run in one sentence.</summary>
    public string Sentence
    {
        get
        {
            var times = P99Millis is null ? "" : $", p50 {TextOf(MedianMillis)}, p99 {TextOf(P99Millis)}";
            var trust = Health switch
            {
                "healthy" => "",
                "void" => ". The run is void: these figures are no measurement",
                _ => ". Usable, with a reservation: see the report",
            };
            var crossed = CrossedThresholds == 0 ? "" : CrossedThresholds == 1 ? ". A threshold was crossed" : $". {CrossedThresholds} thresholds were crossed";
            return string.Create(CultureInfo.InvariantCulture, $"{Requests:#,0} requests, {RateText}{times}, {FailedText} failed{trust}{crossed}");
        }
    }

    /// <summary>A time as people read it.</summary>
    /// <param name="millis">The time in milliseconds; null: none.</param>
    public static string TextOf(double? millis) => millis is not { } time ? "none"
        : string.Create(CultureInfo.InvariantCulture, $"{(time < 10 ? Math.Round(time, 2) : Math.Round(time, 1)):0.##} ms");

    private static double? Millis(JsonElement run, string figure) =>
        run.TryGetProperty("figures", out var figures) && figures.ValueKind == JsonValueKind.Object && figures.TryGetProperty(figure, out var nanos)
            && nanos.ValueKind == JsonValueKind.Number ? nanos.GetDouble() / NanosInMillisecond : null;

    private static bool IsCrossed(JsonElement threshold) => threshold.TryGetProperty("passed", out var passed) && passed.ValueKind == JsonValueKind.False;
}
