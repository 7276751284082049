using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;

namespace Dyno.Metrics.Catalog;

/// <summary>
/// The metrics that a kind of run measures. Thresholds are checked against it before the run, so that a threshold on
/// something that is never measured is an error and not a silent pass. Immutable.
/// </summary>
public sealed class MetricCatalog
{
    private readonly ImmutableSortedDictionary<string, MetricDefinition> _metrics;

    /// <summary>Creates a catalog.</summary>
    /// <param name="metrics">The metrics; names are unique.</param>
    /// <param name="tags">The tags that sub-metrics can be picked by; null when any tag may occur.</param>
    /// <exception cref="ArgumentException">Two metrics have one name.</exception>
    public MetricCatalog(IEnumerable<MetricDefinition> metrics, IEnumerable<string>? tags = null)
    {
        ArgumentNullException.ThrowIfNull(metrics);
        var names = ImmutableSortedDictionary.CreateBuilder<string, MetricDefinition>(StringComparer.Ordinal);
        foreach (var metric in metrics) names.Add(metric.Name, metric);
        _metrics = names.ToImmutable();
        Tags = tags?.ToImmutableSortedSet(StringComparer.Ordinal);
    }

    /// <summary>
    /// What every load of known requests measures, by k6's names, and Dyno's own <c>response_time</c> (end − intended
    /// start, good and failed) and <c>failed_requests</c>; sub-metrics by <c>scenario</c>, <c>name</c> (the step) and
    /// <c>expected_response</c> (<c>true</c>: good answers only).
    /// </summary>
    public static MetricCatalog Requests { get; } = new(
        BuiltInMetrics.Requests, ["expected_response", "name", "scenario"]);

    /// <summary>What a k6 script measures without metrics of its own, and Dyno's own two; any tag.</summary>
    public static MetricCatalog Script { get; } = new(BuiltInMetrics.Requests.AddRange(BuiltInMetrics.ScriptOnly));

    /// <summary>The metrics' names, in order.</summary>
    public IEnumerable<string> Names => _metrics.Keys;

    /// <summary>The tags that sub-metrics can be picked by; null when any tag may occur.</summary>
    public ImmutableSortedSet<string>? Tags { get; }

    /// <summary>Looks a metric up by its exact name.</summary>
    public bool TryGet(string name, [NotNullWhen(true)] out MetricDefinition? metric) =>
        _metrics.TryGetValue(name, out metric);

    /// <summary>This catalog with more metrics, such as the custom ones of a script.</summary>
    /// <exception cref="ArgumentException">A name is taken already.</exception>
    public MetricCatalog With(IEnumerable<MetricDefinition> metrics) => new(_metrics.Values.Concat(metrics), Tags);
}
