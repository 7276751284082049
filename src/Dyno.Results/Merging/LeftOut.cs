using System.Collections.Immutable;
using Dyno.Metrics.Catalog;
using Dyno.Results.Runs;

namespace Dyno.Results.Merging;

/// <summary>What runs say that a merged document does not, in words: nothing is dropped in silence.</summary>
internal static class LeftOut
{
    /// <param name="runs">In their order.</param>
    /// <param name="isOneByOne">No two were under way at the same moment.</param>
    public static ImmutableArray<string> Of(List<RunResult> runs, bool isOneByOne)
    {
        var said = ImmutableArray.CreateBuilder<string>();
        if (runs.Any(r => r.WarmUp is not null)) said.Add("the warm-ups: they stand in each run");
        var observed = runs.Count(r => r.Server is not null);
        if (!isOneByOne && observed > 0)
            said.Add("the server: runs at the same moment may have seen the same one twice; it stands in each run");
        else if (observed > 0 && observed < runs.Count)
            said.Add($"the server: only {observed} of {runs.Count} runs observed it");
        else if (runs.Count(r => r.Server?.Runtime is not null) is > 0 and var inside && inside < runs.Count)
            said.Add($"the server's runtime: only {inside} of {runs.Count} runs observed it");
        var services = runs.SelectMany(r => r.Services).Select(s => s.Name).Distinct().ToList();
        if (services.Count > 0 && (!isOneByOne || !runs.All(r => services.All(name => r.Services.Any(s => s.Name == name && s.Process is not null)))))
            said.Add($"the services {string.Join(", ", services)}: {(isOneByOne ? "not every run observed them" : "they stand in each run")}");
        if (Metrics(runs) is { } metrics) said.Add($"{metrics}: they stand in each run");
        if (runs.Any(r => !r.Thresholds.IsDefaultOrEmpty)) said.Add($"the thresholds: those of single runs are not judged again; {Crossed(runs)}");
        return said.ToImmutable();
    }

    private static string? Metrics(List<RunResult> runs)
    {
        var names = runs.Where(r => !r.Measured.Metrics.IsDefaultOrEmpty).SelectMany(r => r.Measured.Metrics).Select(m => m.Name.Split('{')[0]).ToList();
        var custom = names.Where(name => !MetricCatalog.Script.TryGet(name, out _)).Distinct().Order(StringComparer.Ordinal).ToList();
        if (custom.Count > 0) return $"the custom metrics {string.Join(", ", custom)}";
        return names.Count > 0 ? "the metrics by their names in k6" : null;
    }

    private static string Crossed(List<RunResult> runs)
    {
        var crossing = runs.Count(r => !r.Thresholds.IsDefaultOrEmpty && r.Thresholds.Any(t => !t.Passed));
        if (crossing == 0) return "none was crossed";
        var crossed = runs.Where(r => !r.Thresholds.IsDefaultOrEmpty).SelectMany(r => r.Thresholds).Where(t => !t.Passed)
            .Select(t => $"{t.Metric}: {t.Expression}").Distinct();
        return $"{crossing} of {runs.Count} runs crossed {string.Join(", ", crossed)}";
    }
}
