namespace Dyno.K6;

/// <summary>Everything that the summaries of a run show. Immutable.</summary>
internal sealed record SummaryModel
{
    private static readonly ImmutableArray<string> AlwaysShown = ["data_received", "data_sent"]; // as in k6, 0 where nothing was sent

    public required SummaryGroup Root { get; init; }

    /// <summary>By name; sub-metrics come after their metric.</summary>
    public required ImmutableArray<SummaryMetric> Metrics { get; init; }

    /// <summary>The figures of each scenario and group; empty unless they were kept.</summary>
    public ImmutableArray<SummaryPart> Parts { get; init; } = [];

    public required TimeSpan Duration { get; init; }

    public required ImmutableArray<string> TrendStats { get; init; }

    public string? TimeUnit { get; init; }

    public required RunResult Result { get; init; }

    /// <summary>Requests whose answer only redirected to another request, out of all that <c>http_reqs</c> counts.</summary>
    public long Redirects { get; init; }

    /// <summary>What setup returned, as JSON; empty for nothing.</summary>
    public string SetupJson { get; init; } = "";

    public static SummaryModel Of(RunMetrics metrics, RunResult result, K6Options options, TimeSpan duration, string setupJson)
    {
        var reader = new MetricReader(metrics.Registry) { Elapsed = duration };
        var all = reader.ReadAll()
            .Where(m => !m.Sum.IsEmpty || (m.Selector.Tags.IsEmpty && AlwaysShown.Contains(m.Metric.Name))
                || (!m.Selector.Tags.IsEmpty && IsAskedFor(m.Selector, result)) || HasThreshold(m.Selector, result))
            .Select(m => SummaryMetric.Of(m.Metric, m.Selector, m.Sum, duration, options.SummaryTrendStats, result)).ToImmutableArray();
        return new SummaryModel
        {
            Root = SummaryGroup.Of(metrics),
            Metrics = all,
            Parts = [.. PartsOf(metrics, result, options, duration)],
            Duration = duration,
            TrendStats = options.SummaryTrendStats,
            TimeUnit = options.SummaryTimeUnit,
            Result = result,
            Redirects = metrics.Lanes.Sum(l => l.Redirects),
            SetupJson = setupJson,
        };
    }

    private static IEnumerable<SummaryPart> PartsOf(RunMetrics metrics, RunResult result, K6Options options, TimeSpan duration) =>
        SampleParts.Merge(metrics.Lanes.Select(l => l.Parts).OfType<SampleParts>()).Select(part => new SummaryPart(part.Key.Tag, part.Key.Value,
            [.. part.Value.Sums.OrderBy(s => s.Key.Definition.Name, StringComparer.Ordinal).Select(s => SummaryMetric.Of(
                s.Key.Definition, new MetricSelector(s.Key.Definition.Name, []), s.Value, duration, options.SummaryTrendStats, result))],
            [.. part.Value.Checks.OrderBy(c => c.Key).Select(c => (metrics.CheckNames[c.Key].Name, c.Value.Passes, c.Value.Fails))]));

    private static bool IsAskedFor(MetricSelector selector, RunResult result) =>
        selector.ToString() != "http_req_duration{expected_response:true}" || HasThreshold(selector, result);

    private static bool HasThreshold(MetricSelector selector, RunResult result) => result.Thresholds.Any(t => t.Metric == Redaction.Text(selector.ToString()));
}

/// <summary>The figures of one scenario or group.</summary>
/// <param name="Tag"><c>scenario</c> or <c>group</c>.</param>
/// <param name="Name">The tag's value: a name, or a group's path (<c>::outer::inner</c>).</param>
/// <param name="Metrics">By name.</param>
/// <param name="Checks">In the order in which they were first met.</param>
internal sealed record SummaryPart(
    string Tag, string Name, ImmutableArray<SummaryMetric> Metrics, ImmutableArray<(string Name, long Passes, long Fails)> Checks);

internal sealed record SummaryMetric(
    MetricDefinition Definition, MetricSelector Selector, Instrument Sum, ImmutableArray<(string Name, double Value)> Values,
    ImmutableArray<ThresholdRecord> Thresholds)
{
    public string Name => Redaction.Text(Selector.AsWritten);

    public bool IsPart => !Selector.Tags.IsEmpty;

    public string Type => Definition.Type.ToString().ToLowerInvariant();

    public string Contains => Definition.Unit.ToString().ToLowerInvariant();

    public double this[string name] => Values.FirstOrDefault(v => v.Name == name).Value;

    public static SummaryMetric Of(
        MetricDefinition definition, MetricSelector selector, Instrument sum, TimeSpan duration, ImmutableArray<string> stats, RunResult result)
    {
        var thresholds = result.Thresholds.Where(t => t.Metric == Redaction.Text(selector.ToString())).ToImmutableArray();
        return new SummaryMetric(definition, selector, sum, [.. ValuesOf(sum, duration, stats)], thresholds);
    }

    private static IEnumerable<(string, double)> ValuesOf(Instrument sum, TimeSpan duration, ImmutableArray<string> stats)
    {
        switch (sum)
        {
            case Trend trend:
                foreach (var stat in stats)
                    yield return (stat, Aggregation.TryParse(stat, out var figure) ? trend.Read(figure, duration) : 0);
                break;
            case Rate rate:
                foreach (var (name, value) in rate.Figures(duration)) yield return (name, value);
                break;
            default:
                foreach (var (name, value) in sum.Figures(duration)) yield return (name, value);
                break;
        }
    }
}

/// <summary>A group with its checks.</summary>
internal sealed class SummaryGroup(string name, string path)
{
    public string Name => name;

    public string Path => path;

    public List<SummaryGroup> Groups { get; } = [];

    public List<(string Name, long Passes, long Fails)> Checks { get; } = [];

    public IEnumerable<(string Name, long Passes, long Fails)> AllChecks => Checks.Concat(Groups.SelectMany(g => g.AllChecks));

    public static SummaryGroup Of(RunMetrics metrics)
    {
        var root = new SummaryGroup("", "");
        for (var i = 0; i < metrics.CheckNames.Count; i++)
        {
            var (group, check) = metrics.CheckNames[i];
            root.Find(group).Checks.Add((check, metrics.Lanes.Sum(l => l.PassesOf(i)), metrics.Lanes.Sum(l => l.FailsOf(i))));
        }
        foreach (var tags in metrics.TagSets.All)
            if (tags.TryGetValue("group", out var group)) root.Find(group); // a group without checks counts, too
        return root;
    }

    private SummaryGroup Find(string group)
    {
        var at = this;
        foreach (var part in group.Split("::", StringSplitOptions.RemoveEmptyEntries))
        {
            var next = at.Groups.Find(g => g.Name == part);
            if (next is null) at.Groups.Add(next = new SummaryGroup(part, $"{at.Path}::{part}"));
            at = next;
        }
        return at;
    }
}
