namespace Dyno.Metrics;

/// <summary>
/// The metrics that a kind of run measures. Thresholds are checked against the catalog before the run, so that a threshold on a metric that
/// is never measured is an error and not a silent pass. Immutable.
/// </summary>
public sealed class MetricCatalog
{
    private readonly ImmutableSortedDictionary<string, Entry> _entries;

    private MetricCatalog(ImmutableSortedDictionary<string, Entry> entries) => _entries = entries;

    public static MetricCatalog Empty { get; } =
        new(ImmutableSortedDictionary.Create<string, Entry>(StringComparer.Ordinal));

    /// <summary>
    /// The metrics that every load of known requests measures: k6's by their names, and Dyno's own <c>response_time</c> (end − intended
    /// start, good and failed), <c>service_time</c>, <c>start_lag</c> and <c>failed_requests</c>. Sub-metrics are by <c>scenario</c>, those
    /// of single requests also by <c>name</c> (the step), <c>expected_response</c> (<c>true</c>: good answers only) and <c>status</c>
    /// (<c>0</c>: no answer).
    /// </summary>
    public static MetricCatalog Requests { get; } = Empty
        .With(BuiltInMetrics.OfRequests, ["expected_response", "name", "scenario", "status"])
        .With(BuiltInMetrics.OfScenarios, ["scenario"]);

    /// <summary>The metrics that a k6 script measures without metrics of its own, and Dyno's own four. Sub-metrics are by any tag.</summary>
    public static MetricCatalog Script { get; } = Empty
        .With(BuiltInMetrics.OfRequests).With(BuiltInMetrics.OfScenarios).With(BuiltInMetrics.OfScripts);

    /// <summary>The metrics' names, in order.</summary>
    public IEnumerable<string> Names => _entries.Keys;

    /// <summary>Looks a metric up by its exact name.</summary>
    public bool TryGet(string name, [NotNullWhen(true)] out MetricDefinition? metric)
    {
        metric = _entries.GetValueOrDefault(name)?.Metric;
        return metric is not null;
    }

    /// <summary>The tags that a metric's sub-metrics can be picked by; null when any tag may occur.</summary>
    /// <exception cref="KeyNotFoundException">There is no such metric.</exception>
    public ImmutableSortedSet<string>? TagsOf(string name) => _entries[name].Tags;

    /// <summary>This catalog with more metrics, such as the custom ones of a script.</summary>
    /// <param name="tags">The tags that their sub-metrics can be picked by; null when any tag may occur.</param>
    /// <exception cref="ArgumentException">A name is taken already.</exception>
    public MetricCatalog With(IEnumerable<MetricDefinition> metrics, IEnumerable<string>? tags = null)
    {
        var known = tags?.ToImmutableSortedSet(StringComparer.Ordinal);
        var entries = _entries.ToBuilder();
        foreach (var metric in metrics) entries.Add(metric.Name, new Entry(metric, known));
        return new MetricCatalog(entries.ToImmutable());
    }

    private sealed record Entry(MetricDefinition Metric, ImmutableSortedSet<string>? Tags);
}
