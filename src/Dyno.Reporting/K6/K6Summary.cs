namespace Dyno.Reporting;

/// <summary>
/// The summary data that k6 writes with <c>--summary-export</c>, for tools that read that format: groups and checks as maps by name,
/// metrics with flat values, thresholds as <em>true when crossed</em>.
/// </summary>
/// <remarks>The format follows the observed output of k6; no code of k6 was used.</remarks>
public static class K6Summary
{
    private static readonly JsonWriterOptions Indented = new()
    {
        Indented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(RunResult result)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, Indented))
        {
            json.WriteStartObject();
            WriteRootGroup(json, result.Measured);
            WriteMetrics(json, result);
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(bytes.ToArray()) + "\n";
    }

    // A result names a check in a group group::name.
    private static void WriteRootGroup(Utf8JsonWriter json, PhaseResult measured)
    {
        json.WriteStartObject("root_group");
        WriteGroup(json, "", "", [.. measured.Checks.Select(check => (check.Name.Split("::"), check))]);
        json.WriteEndObject();
    }

    private static void WriteGroup(Utf8JsonWriter json, string name, string path, List<(string[] Names, CheckResult Check)> inside)
    {
        json.WriteString("name", name);
        json.WriteString("path", path);
        json.WriteString("id", K6Id.Of(path));
        json.WriteStartObject("groups");
        foreach (var group in inside.Where(c => c.Names.Length > 1).GroupBy(c => c.Names[0]))
        {
            json.WriteStartObject(group.Key);
            WriteGroup(json, group.Key, $"{path}::{group.Key}", [.. group.Select(c => (c.Names[1..], c.Check))]);
            json.WriteEndObject();
        }
        json.WriteEndObject();
        json.WriteStartObject("checks");
        foreach (var check in inside.Where(c => c.Names.Length == 1).GroupBy(c => c.Names[0], c => c.Check))
        {
            json.WriteStartObject(check.Key);
            json.WriteString("name", check.Key);
            json.WriteString("path", $"{path}::{check.Key}");
            json.WriteString("id", K6Id.Of($"{path}::{check.Key}"));
            json.WriteNumber("passes", check.Sum(c => c.Passes));
            json.WriteNumber("fails", check.Sum(c => c.Fails));
            json.WriteEndObject();
        }
        json.WriteEndObject();
    }

    private static void WriteMetrics(Utf8JsonWriter json, RunResult result)
    {
        json.WriteStartObject("metrics");
        foreach (var (name, values) in K6Metrics.Of(result))
        {
            json.WriteStartObject(name);
            foreach (var (key, value) in values) json.WriteNumber(key, value);
            WriteThresholds(json, result.Thresholds.Where(threshold => threshold.Metric == name).ToList());
            json.WriteEndObject();
        }
        json.WriteEndObject();
    }

    private static void WriteThresholds(Utf8JsonWriter json, List<ThresholdRecord> thresholds)
    {
        if (thresholds.Count == 0) return;
        json.WriteStartObject("thresholds");
        foreach (var threshold in thresholds.DistinctBy(threshold => threshold.Expression)) json.WriteBoolean(threshold.Expression, !threshold.Passed);
        json.WriteEndObject();
    }
}
