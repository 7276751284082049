namespace Dyno.Metrics;

/// <summary>
/// The metrics of one run, by k6's rules: a name has one type and one unit, and sub-metrics exist only when they were asked for.
/// Thread-safe; values go through a <see cref="MetricRecorder"/> per worker.
/// </summary>
public sealed class MetricRegistry
{
    private readonly Lock _gate = new();
    private ImmutableSortedDictionary<string, Metric> _metrics =
        ImmutableSortedDictionary.Create<string, Metric>(StringComparer.Ordinal);
    private ImmutableArray<MetricRecorder> _recorders = [];
    private int _slots;

    /// <summary>Every metric, by name.</summary>
    public IEnumerable<Metric> Metrics => _metrics.Values;

    internal ImmutableArray<MetricRecorder> Recorders => _recorders;

    /// <summary>Registers a metric, or finds it again, because every virtual user of a script declares the same metrics.</summary>
    /// <param name="definition">Name, type and unit.</param>
    /// <param name="metric">The metric; null when there is an error.</param>
    /// <param name="error">The name is impossible, or already has another type or unit; null when the metric is registered.</param>
    public bool TryRegister(
        MetricDefinition definition, [NotNullWhen(true)] out Metric? metric, [NotNullWhen(false)] out string? error)
    {
        (metric, error) = (null, null);
        lock (_gate)
        {
            if (!MetricDefinition.IsValidName(definition.Name)) error = WrongName(definition.Name);
            else if (!_metrics.TryGetValue(definition.Name, out metric)) metric = Added(definition);
            else if (metric.Definition != definition) (error, metric) = (Conflict(metric.Definition, definition), null);
        }

        return metric is not null;
    }

    /// <summary>Asks for a part of a metric to be kept from now on; asking again changes nothing.</summary>
    /// <param name="selector">A registered metric; with tags, or the whole metric, which is always kept.</param>
    /// <param name="error">There is no such metric; null when the part is kept.</param>
    public bool TryAddSubMetric(MetricSelector selector, [NotNullWhen(false)] out string? error)
    {
        error = null;
        lock (_gate)
        {
            if (!_metrics.TryGetValue(selector.Name, out var metric))
                error = $"there is no metric '{selector.Name}': the metrics are {string.Join(", ", _metrics.Keys)}";
            else if (!selector.Tags.IsEmpty && !metric.Parts.Any(part => part.Selector.Equals(selector)))
                metric.Add(new SubMetric(selector, _slots++));
        }

        return error is null;
    }

    /// <summary>Looks a metric up by its exact name.</summary>
    public bool TryGet(string name, [NotNullWhen(true)] out Metric? metric) => _metrics.TryGetValue(name, out metric);

    /// <summary>Creates a recorder for one worker. Its values are read together with those of all other recorders.</summary>
    public MetricRecorder CreateRecorder()
    {
        var recorder = new MetricRecorder();
        ImmutableInterlocked.Update(ref _recorders, static (recorders, added) => recorders.Add(added), recorder);
        return recorder;
    }

    private Metric Added(MetricDefinition definition)
    {
        var metric = new Metric(definition, _slots++);
        _metrics = _metrics.Add(definition.Name, metric);
        return metric;
    }

    private static string WrongName(string name) =>
        $"'{name}' is not a metric name: ASCII letters, digits and '_' only, no digit first, "
        + $"at most {MetricDefinition.MaxNameLength} characters";

    private static string Conflict(MetricDefinition known, MetricDefinition wanted) =>
        $"metric '{known.Name}' is already {Kind(known)} and cannot be {Kind(wanted)}, too: give one of them another name";

    private static string Kind(MetricDefinition metric) => $"a {metric.Type}" + metric.Unit switch
    {
        MetricUnit.Time => " of times",
        MetricUnit.Data => " of sizes in bytes",
        _ => "",
    };
}
