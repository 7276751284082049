namespace Dyno.Results;

/// <summary>Says in words what the runs record and the merged document does not, so that nothing is dropped silently.</summary>
internal static class LeftOut
{
    /// <param name="runs">The runs in their order.</param>
    /// <param name="isOneByOne">Whether no two runs were under way at the same time.</param>
    public static ImmutableArray<string> Of(List<RunResult> runs, bool isOneByOne, MetricMerge metrics, ThresholdMerge thresholds)
    {
        var said = ImmutableArray.CreateBuilder<string>();
        if (runs.Any(r => r.WarmUp is not null)) said.Add("the warm-ups: see each run");
        if (runs.Any(r => r.Profile is not null)) said.Add("the profiles: see each run");
        if (runs.Any(r => r.Growth is not null)) said.Add("what grows: see each run");
        var observed = runs.Count(r => r.Server is not null);
        if (!isOneByOne && observed > 0)
            said.Add("the server: runs at the same time may have observed the same server twice; see each run");
        else if (observed > 0 && observed < runs.Count)
            said.Add($"the server: only {observed} of {runs.Count} runs observed it");
        else if (runs.Count(r => r.Server?.Runtime is not null) is > 0 and var inside && inside < runs.Count)
            said.Add($"the server's runtime: only {inside} of {runs.Count} runs observed it");
        var services = runs.SelectMany(r => r.Services).Select(s => s.Name).Distinct().ToList();
        if (services.Count > 0 && (!isOneByOne || !runs.All(r => services.All(name => r.Services.Any(s => s.Name == name && s.Process is not null)))))
            said.Add($"the services {string.Join(", ", services)}: {(isOneByOne ? "not every run observed them" : "see each run")}");
        if (Metrics(metrics.LeftOut) is { } left) said.Add($"{left}: see each run");
        if (!thresholds.NotJudged.IsEmpty) said.Add(NotJudged(thresholds.NotJudged));
        return said.ToImmutable();
    }

    private static string? Metrics(ImmutableArray<string> names)
    {
        var custom = names.Select(name => name.Split('{')[0]).Where(name => !MetricCatalog.Script.TryGet(name, out _))
            .Distinct().Order(StringComparer.Ordinal).ToList();
        if (custom.Count > 0) return $"the custom metrics {string.Join(", ", custom)}";
        return names.IsEmpty ? null : $"{string.Join(", ", names)}, which not every run keeps";
    }

    private static string NotJudged(ImmutableArray<ThresholdRecord> thresholds)
    {
        var names = string.Join(", ", thresholds.Select(Name).Distinct());
        return $"the thresholds {names}: they cannot be judged on all runs; none was crossed";
    }

    private static string Name(ThresholdRecord threshold) => $"{threshold.Metric}: {threshold.Expression}";
}
