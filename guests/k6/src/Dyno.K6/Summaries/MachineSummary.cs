using System.Reflection;

namespace Dyno.K6;

/// <summary>The document of <c>--summary-export</c> in k6's newer, versioned form, which <c>--new-machine-readable-summary</c> asks for.</summary>
internal static class MachineSummary
{
    private const string Version = "1.0.0";
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The document.</summary>
    /// <param name="script">The script's file, as it was named.</param>
    /// <param name="now">When it is written.</param>
    public static string Write(SummaryModel model, string script, DateTimeOffset now)
    {
        var program = typeof(MachineSummary).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";
        return new JsonObject
        {
            ["version"] = Version,
            ["metadata"] = new JsonObject
            {
                ["generated_at"] = now.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture),
                ["k6_version"] = "dyno " + program,
            },
            ["config"] = new JsonObject { ["duration"] = model.Duration.TotalSeconds, ["execution"] = "local", ["script"] = script },
            ["results"] = new JsonObject { ["checks"] = ChecksOf(model), ["metrics"] = new JsonArray([.. MetricsOf(model)]) },
        }.ToJsonString(Indented) + "\n";
    }

    private static IEnumerable<JsonNode> MetricsOf(SummaryModel model) => model.Metrics.Where(m => m.Definition.Name != "checks")
        .Select(metric => (JsonNode)Metric(metric.Name, metric.Type, metric.Contains, ValuesOf(metric)));

    private static JsonObject ValuesOf(SummaryMetric metric)
    {
        if (metric.Type == "rate") return Rate((long)metric["passes"], (long)(metric["passes"] + metric["fails"]));
        var values = new JsonObject();
        foreach (var (name, value) in metric.Values) values[Plain(name)] = value;
        return values;
    }

    private static JsonObject ChecksOf(SummaryModel model)
    {
        var checks = model.Root.AllChecks.ToList();
        var (passes, fails) = (checks.Sum(c => c.Passes), checks.Sum(c => c.Fails));
        var total = passes + fails;
        var perSecond = model.Duration > TimeSpan.Zero ? total / model.Duration.TotalSeconds : 0;
        return new JsonObject
        {
            ["metrics"] = new JsonArray(
                Metric("checks_total", "counter", "default", new JsonObject { ["count"] = total, ["rate"] = perSecond }),
                Metric("checks_succeeded", "rate", "default", Rate(passes, total)),
                Metric("checks_failed", "rate", "default", Rate(fails, total))),
            ["results"] = new JsonArray([.. checks.Select(c => (JsonNode)new JsonObject { ["name"] = c.Name, ["passes"] = c.Passes, ["fails"] = c.Fails })]),
        };
    }

    private static JsonObject Metric(string name, string type, string contains, JsonObject values) =>
        new() { ["name"] = name, ["type"] = type, ["contains"] = contains, ["values"] = values };

    private static JsonObject Rate(long matches, long total) =>
        new() { ["rate"] = total == 0 ? 0 : (double)matches / total, ["matches"] = matches, ["total"] = total };

    // p(95) → p95
    private static string Plain(string figure) => figure.Replace("(", "", StringComparison.Ordinal).Replace(")", "", StringComparison.Ordinal);
}
