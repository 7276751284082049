namespace Dyno.Results;

/// <summary>Reads the digest of a stored run and skips everything else in the document, so that a list of many runs is quick.</summary>
public static class RunDigestReader
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    /// <summary>Reads the digest of one run.</summary>
    /// <exception cref="UserFault">The document cannot be read, is not a run result, or has a later version.</exception>
    public static RunDigest Read(StoredRun run)
    {
        try
        {
            using var stream = File.OpenRead(run.Path);
            return Of(JsonSerializer.Deserialize<Document>(stream, Options) ?? throw new JsonException("it is null"), run);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UserFault($"{run.Path}: cannot be read: {failure.Message}", "remove the file if it is not needed", failure);
        }
    }

    private static RunDigest Of(Document document, StoredRun run)
    {
        if (document.SchemaVersion > RunResult.CurrentSchemaVersion) throw new JsonException($"version {document.SchemaVersion} of the run result is later than this Dyno's");
        if (document is not { Plan: { } plan, Measured.Totals: { } totals, Health: { } health }) throw new JsonException("it is not a run result");
        var latency = (document.Measured.AllLatency ?? document.Measured.Latency)?.Response;
        return new RunDigest
        {
            Id = run.Id,
            StartedAt = document.StartedAt,
            Name = plan.Name,
            Target = document.Subject is { } subject ? $"{plan.Source} on {subject.Source}" : plan.Source,
            Outcome = document.Outcome,
            RequestsPerSecond = totals.RequestsPerSecond,
            Requests = totals.Requests,
            FailedRequests = totals.FailedRequests,
            Resends = totals.Resends,
            P50Nanos = Quantile(latency, 0.5)?.Nanos,
            P99Nanos = Quantile(latency, 0.99)?.Nanos,
            P99IsReliable = Quantile(latency, 0.99)?.Reliable ?? false,
            Figures = document.Figures ?? OfRequests(totals, latency),
            Health = health.State,
            Tags = RunTags.Of(run),
        };
    }

    // Earlier documents do not store their figures.
    private static ImmutableSortedDictionary<string, double> OfRequests(TotalsPart totals, LatencyPart? latency)
    {
        var figures = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        figures["errors"] = totals.FailedRequests;
        if (totals.Requests > 0)
        {
            figures["failedShare"] = (double)totals.FailedRequests / totals.Requests;
            figures["requestRate"] = totals.RequestsPerSecond;
            figures["rate"] = totals.RequestsPerSecond * (1 - figures["failedShare"]);
        }
        foreach (var (name, quantile) in RunFigures.Quantiles)
            if (Quantile(latency, quantile) is { Reliable: true } found) figures[name] = found.Nanos;
        return figures.ToImmutable();
    }

    private static QuantilePart? Quantile(LatencyPart? latency, double wanted) => latency is not { Count: > 0, Quantiles: { } quantiles }
        ? null
        : quantiles.FirstOrDefault(quantile => Math.Abs(quantile.Quantile - wanted) < 1e-9);

    private sealed record Document
    {
        public int SchemaVersion { get; init; }

        public DateTimeOffset StartedAt { get; init; }

        public RunOutcome Outcome { get; init; }

        public PlanPart? Plan { get; init; }

        public SubjectPart? Subject { get; init; }

        public MeasuredPart? Measured { get; init; }

        public HealthPart? Health { get; init; }

        public ImmutableSortedDictionary<string, double>? Figures { get; init; }
    }

    private sealed record PlanPart(string Name = "", string Source = "");

    private sealed record SubjectPart(string Source = "");

    private sealed record MeasuredPart(TotalsPart? Totals, LatencyPairPart? Latency, LatencyPairPart? AllLatency);

    private sealed record TotalsPart(long Requests, long FailedRequests, double RequestsPerSecond, long? Resends);

    private sealed record LatencyPairPart(LatencyPart? Response);

    private sealed record LatencyPart(long Count, IReadOnlyList<QuantilePart>? Quantiles);

    private sealed record QuantilePart(double Quantile, long Nanos, bool Reliable);

    private sealed record HealthPart(HealthState State);
}
