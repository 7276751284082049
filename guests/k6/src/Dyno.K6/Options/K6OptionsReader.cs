namespace Dyno.K6;

/// <summary>Reads merged options into <see cref="K6Options"/>, and reports every problem at once.</summary>
internal static class K6OptionsReader
{
    public static K6Options Read(JsonObject merged, OptionProblems problems, ICollection<string> warnings)
    {
        var values = new OptionValues(merged, "", problems);
        foreach (var warning in UnknownOptions.Of(merged)) warnings.Add(warning);
        var scenarios = ScenarioReader.Read(values);
        var options = new K6Options
        {
            Scenarios = scenarios,
            Thresholds = ThresholdsOf(values),
            Segment = SegmentOf(values),
            IsPaused = values.Truth("paused") ?? false,
            Lingers = values.Truth("linger") ?? false,
            NoSetup = values.Truth("noSetup") ?? false,
            NoTeardown = values.Truth("noTeardown") ?? false,
            SetupTimeout = values.Time("setupTimeout") ?? TimeSpan.FromSeconds(60),
            TeardownTimeout = values.Time("teardownTimeout") ?? TimeSpan.FromSeconds(60),
            SummaryTimeout = values.Time("handleSummaryTimeout") ?? TimeSpan.FromSeconds(120),
            MinIterationDuration = values.Time("minIterationDuration") ?? TimeSpan.Zero,
            KeepsCookies = values.Truth("noCookiesReset") ?? false,
            ReconnectsEveryIteration = values.Truth("noVUConnectionReuse") ?? false,
            Tags = (values.Object("tags") ?? []).Where(t => t.Value is not null)
                .ToImmutableSortedDictionary(t => t.Key, t => ScenarioReader.TextOf(t.Value!), StringComparer.Ordinal),
            SystemTags = SystemTagsOf(values),
            SummaryTrendStats = TrendStatsOf(values),
            SummaryTimeUnit = TimeUnitOf(values),
            Merged = merged,
        };
        return options with { Derived = Derive(options) };
    }

    private static JsonObject Derive(K6Options options)
    {
        var derived = (JsonObject)options.Merged.DeepClone();
        foreach (var key in new[] { "vus", "duration", "iterations", "stages" }) derived.Remove(key);
        var scenarios = new JsonObject();
        var asWritten = options.Merged["scenarios"] as JsonObject;
        foreach (var scenario in options.Scenarios)
        {
            var described = asWritten?[scenario.Name]?.DeepClone() as JsonObject ?? [];
            described["executor"] = scenario.Executor.Name;
            described["exec"] = scenario.Function;
            described["startTime"] = DurationText.Format(scenario.StartTime);
            described["gracefulStop"] = DurationText.Format(scenario.GracefulStop);
            foreach (var (name, text) in scenario.Executor.Parameters)
                if (described[name] is null && name != "stages") described[name] = long.TryParse(text, out var number) ? number : text;
            if (described["stages"] is null && options.Merged["stages"] is { } stages) described["stages"] = stages.DeepClone();
            scenarios[scenario.Name] = described;
        }
        derived["scenarios"] = scenarios;
        return derived;
    }

    private static ImmutableArray<ThresholdOption> ThresholdsOf(OptionValues values)
    {
        var all = ImmutableArray.CreateBuilder<ThresholdOption>();
        foreach (var (metric, node) in values.Object("thresholds") ?? [])
        {
            var conditions = node is JsonArray list ? list.ToList() : [node];
            if (conditions.Count == 0) all.Add(new ThresholdOption(metric, "", false, TimeSpan.Zero));
            foreach (var condition in conditions)
                if (ThresholdOf(metric, condition, values) is { } threshold) all.Add(threshold);
        }
        return all.ToImmutable();
    }

    private static ThresholdOption? ThresholdOf(string metric, JsonNode? node, OptionValues values)
    {
        if (node is JsonValue value && value.TryGetValue<string>(out var text)) return new ThresholdOption(metric, text, false, TimeSpan.Zero);
        if (node is JsonObject members && members["threshold"] is JsonValue condition && condition.TryGetValue<string>(out var expression))
        {
            var delay = TimeSpan.Zero;
            if (members["delayAbortEval"] is { } wait && !OptionValues.TryTime(wait, out delay))
                values.Problem($"thresholds.{metric}.delayAbortEval", "the value is not a time", "write '10s'");
            if (members["abortOnFail"] is { } abort && abort.GetValueKind() is not (JsonValueKind.True or JsonValueKind.False))
                values.Problem($"thresholds.{metric}.abortOnFail", $"{abort.ToJsonString()} cannot be used", "write true or false");
            return new ThresholdOption(metric, expression, members["abortOnFail"]?.GetValueKind() == JsonValueKind.True, delay);
        }
        values.Problem($"thresholds.{metric}", "a threshold is a text or an object", "write ['p(95)<200'] or [{ threshold: 'p(95)<200', abortOnFail: true }]");
        return null;
    }

    private static ExecutionSegment SegmentOf(OptionValues values)
    {
        var (segment, sequence) = (values.Text("executionSegment"), values.Text("executionSegmentSequence"));
        if (segment is null && sequence is null) return ExecutionSegment.Whole;
        segment ??= "0:1";
        if (ExecutionSegment.TryParse(segment, sequence, out var parsed, out var error)) return parsed;
        if (error is not null) values.Problem("executionSegment", error);
        else values.Problem("executionSegment", $"'{segment}' is not a share", "write 0:1/4");
        return ExecutionSegment.Whole;
    }

    private static ImmutableHashSet<string> SystemTagsOf(OptionValues values)
    {
        if (values.Texts("systemTags") is not { } names) return HttpRunOptions.DefaultSystemTags;
        var known = HttpRunOptions.DefaultSystemTags.Union(HttpRunOptions.OtherSystemTags);
        foreach (var name in names.Where(n => !known.Contains(n)))
            values.Problem("systemTags", $"there is no system tag '{name}'",
                NearestWord.Find(name, known) is { } near ? $"write {near}" : $"there are {string.Join(", ", known.Order(StringComparer.Ordinal))}");
        return [.. names];
    }

    private static ImmutableArray<string> TrendStatsOf(OptionValues values)
    {
        if (values.Texts("summaryTrendStats") is not { } names) return ["avg", "min", "med", "max", "p(90)", "p(95)"];
        foreach (var name in names.Where(n => n != "count" && !(Aggregation.TryParse(n, out var a) && a.IsAllowedFor(Dyno.Metrics.MetricType.Trend))))
            values.Problem("summaryTrendStats", $"'{name}' is not a figure of a trend", "there are avg, min, med, max, count and p(N)");
        return [.. names];
    }

    private static string? TimeUnitOf(OptionValues values)
    {
        var unit = values.Text("summaryTimeUnit");
        if (unit is not (null or "" or "s" or "ms" or "us")) values.Problem("summaryTimeUnit", $"'{unit}' is not a unit", "write s, ms or us");
        return unit is "" ? null : unit;
    }
}
