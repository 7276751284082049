using System.Text.Encodings.Web;
using System.Text.Json.Nodes;

namespace Dyno.Scenarios;

/// <summary>For <c>dyno inspect</c>: a program writes the plan of its first run into a file, and ends instead of running the plan.</summary>
internal static class PlanNote
{
    /// <summary>The environment variable that names the file.</summary>
    internal const string Variable = "DYNO_PLAN_FILE";

    private static readonly JsonSerializerOptions Readable = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Does nothing when the variable names no file; otherwise the process ends here.</summary>
    public static void LeaveWhereAsked(TestPlan plan)
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } file) return;
        WholeFile.Write(file, Of(plan).ToJsonString(Readable) + "\n");
        Environment.Exit(0);
    }

    private static JsonObject Of(TestPlan plan) => new()
    {
        ["name"] = Redaction.Text(plan.Name),
        ["inputKind"] = plan.InputKind,
        ["warmUp"] = DurationText.Format(plan.WarmUp),
        ["workers"] = plan.Workers,
        ["thresholds"] = new JsonArray([.. plan.Thresholds.Select(threshold => JsonValue.Create(threshold.ToString()))]),
        ["scenarios"] = new JsonArray([.. plan.Scenarios.Select(Of)]),
    };

    private static JsonObject Of(ScenarioPlan scenario) => new()
    {
        ["name"] = scenario.Name,
        ["executor"] = scenario.Executor.Name,
        ["parameters"] = new JsonObject(scenario.Executor.Parameters.Select(p => KeyValuePair.Create(p.Key, (JsonNode?)p.Value))),
        ["startTime"] = DurationText.Format(scenario.StartTime),
        ["gracefulStop"] = DurationText.Format(scenario.GracefulStop),
    };
}
