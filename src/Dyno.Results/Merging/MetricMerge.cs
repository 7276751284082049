namespace Dyno.Results;

/// <summary>
/// Merges the metrics of several runs of k6 scripts. Counters and rates are added, trends merged and read again; a gauge keeps the
/// value of the run that ended last, and the extremes of all runs. A part of a metric is merged only when every run that keeps
/// metrics has the part, and a trend only when every run kept its values. Otherwise the figure would describe some of the runs only.
/// </summary>
internal sealed class MetricMerge : IMetricSource
{
    private static readonly string[] Users = ["vus", "vus_max"];
    private readonly Dictionary<string, Instrument> _sums = new(StringComparer.Ordinal);
    private readonly TimeSpan _elapsed;

    public MetricMerge(List<ImmutableArray<RunResult>> waves)
    {
        List<RunResult> runs = [.. waves.SelectMany(wave => wave)];
        List<string> names = [.. runs.SelectMany(run => MetricsOf(run)).Select(m => m.Name).Distinct().Order(StringComparer.Ordinal)];
        IsOfScripts = runs.All(run => run.Plan.InputKind == "k6");
        _elapsed = TimeSpan.FromSeconds(waves.Sum(wave => Waves.LengthOf(wave, SecondsOf)));
        var (merged, left) = (ImmutableArray.CreateBuilder<MetricResult>(), ImmutableArray.CreateBuilder<string>());
        foreach (var name in names)
            if (IsOfScripts && Merge(name, waves) is { } metric) merged.Add(metric);
            else left.Add(name);
        (Metrics, LeftOut) = (merged.ToImmutable(), left.ToImmutable());
    }

    /// <summary>Whether all of the runs are runs of k6 scripts.</summary>
    public bool IsOfScripts { get; }

    /// <summary>The merged metrics, by name.</summary>
    public ImmutableArray<MetricResult> Metrics { get; }

    /// <summary>Names of the metrics that could not be merged.</summary>
    public ImmutableArray<string> LeftOut { get; }

    public bool Has(MetricSelector selector) => _sums.ContainsKey(selector.ToString());

    public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
    {
        value = 0;
        if (!_sums.TryGetValue(selector.ToString(), out var sum)) return false;
        value = sum.Read(aggregation, _elapsed);
        return !sum.IsEmpty;
    }

    private static ImmutableArray<MetricResult> MetricsOf(RunResult run) => run.Measured.Metrics.IsDefault ? [] : run.Measured.Metrics;

    // Rates of scripts are divided by the length of the whole run, setup and teardown included. A counter's count and rate give this length.
    private static double SecondsOf(RunResult run) => MetricsOf(run)
        .Where(m => m.Type == "counter" && m.Values.GetValueOrDefault("rate") > 0)
        .Select(m => m.Values["count"] / m.Values["rate"]).FirstOrDefault(run.Measured.DurationSeconds);

    private MetricResult? Merge(string name, List<ImmutableArray<RunResult>> waves)
    {
        List<RunResult> runs = [.. waves.SelectMany(wave => wave).Where(run => MetricsOf(run).Any(m => m.Name == name)).OrderBy(run => run.EndedAt)];
        var parts = runs.ConvertAll(run => MetricsOf(run).First(m => m.Name == name));
        var like = parts[0];
        var isPart = name.Contains('{', StringComparison.Ordinal);
        if (isPart && waves.SelectMany(wave => wave).Any(run => !runs.Contains(run) && !MetricsOf(run).IsEmpty)) return null;
        if (parts.Any(p => (p.Type, p.Contains) != (like.Type, like.Contains)) || !TryDefine(like, out var metric, out var selector)) return null;
        var instruments = parts.ConvertAll(MetricFigures.InstrumentOf);
        if (instruments.Any(i => i is null)) return null;
        var sum = Users.Contains(name) ? UsersOf(name, waves) : instruments.Aggregate(Instrument.Create(metric.Type), (all, part) =>
        {
            all.Merge(part!);
            return all;
        });
        _sums[name] = sum;
        return MetricFigures.Of(metric, selector, sum, _elapsed, metric.Type == MetricType.Trend ? FiguresOf(like) : null);
    }

    // The users of runs side by side are active at the same time, so their numbers are added.
    private static Gauge UsersOf(string name, List<ImmutableArray<RunResult>> waves)
    {
        var users = new Gauge();
        foreach (var together in waves.SelectMany(Waves.Together))
        {
            var values = together.SelectMany(run => MetricsOf(run)).Where(m => m.Name == name).Select(m => m.Values).ToList();
            foreach (var figure in (string[])["min", "max", "value"])
                if (values.Count > 0) users.Add(values.Sum(v => v.GetValueOrDefault(figure)));
        }
        return users;
    }

    private static List<Aggregation> FiguresOf(MetricResult trend) =>
        [.. trend.Values.Keys.Select(key => Aggregation.TryParse(key, out var figure) ? figure : default(Aggregation?)).OfType<Aggregation>()];

    private static bool TryDefine(
        MetricResult metric, [NotNullWhen(true)] out MetricDefinition? definition, [NotNullWhen(true)] out MetricSelector? selector)
    {
        definition = null;
        if (!MetricSelector.TryParse(metric.Name, out selector, out _)) return false;
        if (!Enum.TryParse<MetricType>(metric.Type, ignoreCase: true, out var type)) return false;
        if (!Enum.TryParse<MetricUnit>(metric.Contains, ignoreCase: true, out var unit)) return false;
        definition = new MetricDefinition(selector.Name, type, unit);
        return true;
    }
}
