namespace Dyno.Experiments;

/// <summary>The part of an experiment file that says what decides.</summary>
internal static class CompareSection
{
    internal static readonly string[] Keys = ["baseline", "yardstick", "headline", "judge", "metrics", "thresholds", "pairs"];

    /// <summary>Reads <c>compare</c>; null with a problem.</summary>
    public static ComparePlan? Read(IReadOnlyDictionary<string, YamlPlace> entries, string[] variants)
    {
        if (!entries.TryGetValue("compare", out var place)) return null;
        var keys = place.Entries(Keys);
        var baseline = keys.TryGetValue("baseline", out var b) ? Known(b, b.Text(), variants, "variant") : null;
        if (b is null) place.Problem("the baseline is missing", $"write baseline: {variants.FirstOrDefault() ?? "NAME"}");
        var yardstick = keys.TryGetValue("yardstick", out var y) ? Known(y, y.Text(), variants, "variant") : null;
        if (yardstick is not null && yardstick == baseline) y!.Problem("the baseline cannot be the yardstick as well", "name another variant, such as one of a pinned release");
        var headline = "rate";
        if (keys.TryGetValue("headline", out var h))
        {
            headline = Known(h, h.Text(), Metrics, "metric") ?? headline;
            if (FigureTable.All[headline].CanBeZero) h.Problem($"{headline} can be zero and has no ratio", "name another headline, such as rate");
        }
        var judge = keys.TryGetValue("judge", out var j) ? j.Texts() : [];
        foreach (var metric in judge) MeasuredMetric(j!, metric);
        if (h is null && judge.FirstOrDefault(metric =>
            FigureTable.Find(metric) is { CanBeZero: false, IsStructural: false }) is { } first) headline = first;
        var metrics = keys.TryGetValue("metrics", out var m) ? m.Texts() : ["p50", "p99", "server.cpuPerRequest", "server.workingSet"];
        foreach (var metric in metrics) MeasuredMetric(m ?? place, metric);
        var thresholds = keys.TryGetValue("thresholds", out var t) ? Thresholds(t) : ImmutableSortedDictionary<string, double>.Empty;
        var pairs = keys.TryGetValue("pairs", out var p) ? Pairs(p, variants) : [];
        if (baseline is null) return null;
        return new ComparePlan
        {
            Baseline = baseline,
            Yardstick = yardstick,
            Headline = headline,
            IsHeadlineNamed = h is not null || headline != "rate",
            Judge = [.. judge.Where(metric => metric != headline).Distinct()],
            JudgeByDefault = j is null && headline == "rate" ? ["server.cpuPerRequest"] : [],
            Metrics = [.. metrics.Distinct()],
            Thresholds = thresholds,
            Pairs = pairs,
        };
    }

    private static ImmutableArray<(string, string)> Pairs(YamlPlace place, string[] variants)
    {
        var pairs = ImmutableArray.CreateBuilder<(string, string)>();
        foreach (var pair in place.Items())
        {
            if (pair.Texts() is not [var from, var to]) pair.Problem("a pair has two variants", "write pairs: [[net8, net9]]");
            else if (Known(pair, from, variants, "variant") is { } one && Known(pair, to, variants, "variant") is { } other) pairs.Add((one, other));
        }
        return pairs.ToImmutable();
    }

    private static string[] Metrics => [.. FigureTable.All.Keys];

    private static ImmutableSortedDictionary<string, double> Thresholds(YamlPlace place)
    {
        var thresholds = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        foreach (var (metric, share) in place.Entries())
            if (KnownMetric(place, metric) is not null && share.Share() is { } value) thresholds[metric] = value;
        return thresholds.ToImmutable();
    }

    private static void MeasuredMetric(YamlPlace place, string metric)
    {
        if (KnownMetric(place, metric) is not null && FigureTable.Find(metric)!.Source == FigureSource.Profile)
            place.Problem($"{metric} is judged by the profiles of --why, without being named", $"leave it out; thresholds: {{ {metric}: 0.5% }} says from where on it is large");
    }

    // The metric of a service contains the name of the service, which the file chooses.
    private static string? KnownMetric(YamlPlace place, string metric) => FigureTable.Find(metric) is not null ? metric : Known(place, metric, Metrics, "metric");

    private static string? Known(YamlPlace place, string word, string[] known, string kind)
    {
        if (known.Contains(word, StringComparer.Ordinal)) return word;
        var near = NearestWord.Find(word, known);
        if (word.Length > 0) place.Problem($"there is no {kind} '{word}'", near is null ? $"write one of these: {string.Join(", ", known)}" : $"did you mean {near}?");
        return null;
    }
}
