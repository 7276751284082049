using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Dyno.Load.Plans;

namespace Dyno.K6.Options;

/// <summary>The options as <c>dyno inspect</c> prints them: JSON with every option by its name in scripts.</summary>
internal static class Inspection
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>What the script alone says; unset options are null.</summary>
    public static string OfScript(JsonObject? options) => Complete(options ?? []).ToJsonString(Indented) + "\n";

    /// <summary>What is in force, with the scenarios that short cuts mean, the longest time and the virtual users they need.</summary>
    public static string OfRequirements(K6Options options)
    {
        var json = Complete(options.Merged);
        foreach (var (key, value) in options.Derived) json[key] = value?.DeepClone();
        foreach (var key in new[] { "vus", "duration", "iterations", "stages" }) json[key] = null;
        json["totalDuration"] = DurationText.Format(LongestOf(options));
        json["maxVUs"] = options.Scenarios.Sum(s => s.Executor.MaxVirtualUsers);
        return json.ToJsonString(Indented) + "\n";
    }

    private static TimeSpan LongestOf(K6Options options) => options.Scenarios.IsEmpty ? TimeSpan.Zero
        : options.Scenarios.Max(s => s.StartTime + s.Executor.Length + s.GracefulStop);

    private static JsonObject Complete(JsonObject options)
    {
        var json = new JsonObject();
        foreach (var name in OptionNames.All.Keys) json[name] = options[name]?.DeepClone();
        foreach (var (key, value) in options.Where(o => !OptionNames.All.ContainsKey(o.Key))) json[key] = value?.DeepClone();
        return json;
    }
}
