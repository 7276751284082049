namespace Dyno.K6;

/// <summary>The data of <c>handleSummary</c>, and the document of <c>--summary-export</c>: two shapes of the same figures.</summary>
internal static class SummaryJson
{
    private static readonly JsonSerializerOptions Indented =
        new() { WriteIndented = true, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>What <c>handleSummary(data)</c> gets.</summary>
    public static string ForScript(SummaryModel model, SummaryRequest request)
    {
        var metrics = new JsonObject();
        foreach (var metric in model.Metrics) metrics[metric.Name] = MetricForScript(metric);
        var data = new JsonObject
        {
            ["root_group"] = GroupForScript(model.Root),
            ["options"] = new JsonObject
            {
                ["summaryTrendStats"] = new JsonArray([.. model.TrendStats.Select(s => (JsonNode)s)]),
                ["summaryTimeUnit"] = model.TimeUnit ?? "",
                ["noColor"] = !request.HasColour,
            },
            ["state"] = new JsonObject
            {
                ["isStdOutTTY"] = request.IsOutTerminal,
                ["isStdErrTTY"] = request.IsErrorTerminal,
                ["testRunDurationMs"] = model.Duration.TotalMilliseconds,
            },
            ["metrics"] = metrics,
        };
        if (model.SetupJson.Length > 0) data["setup_data"] = JsonNode.Parse(model.SetupJson);
        return data.ToJsonString();
    }

    /// <summary>The document of <c>--summary-export</c>.</summary>
    public static string ForExport(SummaryModel model)
    {
        var metrics = new JsonObject();
        foreach (var metric in model.Metrics) metrics[metric.Name] = MetricForExport(metric);
        var data = new JsonObject { ["root_group"] = GroupForExport(model.Root), ["metrics"] = metrics };
        if (model.SetupJson.Length > 0) data["setup_data"] = Masked(JsonNode.Parse(model.SetupJson), "");
        return data.ToJsonString(Indented) + "\n";
    }

    // The result of setup() belongs to the script and often holds a login.
    private static JsonNode? Masked(JsonNode? node, string name) => node switch
    {
        JsonObject members => new JsonObject(members.Select(m => KeyValuePair.Create(m.Key, Masked(m.Value, m.Key)))),
        JsonArray items => new JsonArray([.. items.Select(item => Masked(item, name))]),
        JsonValue value when value.TryGetValue<string>(out var text) => JsonValue.Create(Redaction.Value(name, text)),
        _ => node?.DeepClone(),
    };

    private static JsonObject MetricForScript(SummaryMetric metric)
    {
        var values = new JsonObject();
        foreach (var (name, value) in metric.Values) values[name] = value;
        var json = new JsonObject { ["type"] = metric.Type, ["contains"] = metric.Contains, ["values"] = values };
        if (metric.Thresholds.IsEmpty) return json;
        var thresholds = new JsonObject();
        foreach (var threshold in metric.Thresholds) thresholds[threshold.Expression] = new JsonObject { ["ok"] = threshold.Passed };
        json["thresholds"] = thresholds;
        return json;
    }

    private static JsonObject MetricForExport(SummaryMetric metric)
    {
        var json = new JsonObject();
        foreach (var (name, value) in metric.Values) json[metric.Type == "rate" && name == "rate" ? "value" : name] = value;
        if (metric.Thresholds.IsEmpty) return json;
        var thresholds = new JsonObject();
        foreach (var threshold in metric.Thresholds) thresholds[threshold.Expression] = !threshold.Passed; // k6: true means failed
        json["thresholds"] = thresholds;
        return json;
    }

    private static JsonObject GroupForScript(SummaryGroup group) => new()
    {
        ["name"] = group.Name,
        ["path"] = group.Path,
        ["id"] = Id(group.Path),
        ["groups"] = new JsonArray([.. group.Groups.Select(g => (JsonNode)GroupForScript(g))]),
        ["checks"] = new JsonArray([.. group.Checks.Select(c => (JsonNode)Check(group, c))]),
    };

    private static JsonObject GroupForExport(SummaryGroup group)
    {
        var (groups, checks) = (new JsonObject(), new JsonObject());
        foreach (var inner in group.Groups) groups[inner.Name] = GroupForExport(inner);
        foreach (var check in group.Checks) checks[check.Name] = Check(group, check);
        return new JsonObject { ["name"] = group.Name, ["path"] = group.Path, ["id"] = Id(group.Path), ["groups"] = groups, ["checks"] = checks };
    }

    public static JsonObject Check(SummaryGroup group, (string Name, long Passes, long Fails) check) => new()
    {
        ["name"] = check.Name,
        ["path"] = $"{group.Path}::{check.Name}",
        ["id"] = Id($"{group.Path}::{check.Name}"),
        ["passes"] = check.Passes,
        ["fails"] = check.Fails,
    };

    /// <summary>k6's identifier of a group or check.</summary>
    [SuppressMessage("Security", "CA5351", Justification = "an identifier that k6's format prescribes, nothing is secured by it")]
    public static string Id(string path) => Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes(path)));
}
