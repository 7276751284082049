using System.Text.Json.Nodes;

namespace Dyno.Reporting.Tests;

/// <summary>A stored result that somebody has changed is shown or refused in words, whatever was changed.</summary>
public sealed class DamagedResultTests
{
    private static readonly JsonNode?[] Odd =
    [
        null, "", "x", "-1", "2026-13-45", "NaN", -1, 0, 1, 1e308, -1e308, 1e19, long.MaxValue, long.MinValue, int.MaxValue, 0.5, true, new JsonArray(), new JsonObject(),
        new JsonArray(1, 2, 3), new JsonArray((JsonNode?)null), "p(99)<", "{{x}}",
    ];

    public static TheoryData<string> Samples => ["Closed", "Open", "Void", "Errors", "OutOfTime"];

    [Theory, MemberData(nameof(Samples))]
    public void Every_changed_value_is_shown_or_refused(string sample)
    {
        var random = new Random(20_261_125);
        var json = RunResultJson.Write(SampleOf(sample));
        var broken = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var i = 0; i < 150; i++)
        {
            var document = JsonNode.Parse(json)!;
            for (var edits = random.Next(1, 3); edits > 0; edits--) Damage(document, random);
            Show(document.ToJsonString(), broken);
        }

        broken.ShouldBeEmpty();
    }

    [Fact]
    public void So_is_every_changed_value_of_a_comparison()
    {
        var random = new Random(20_261_126);
        var json = ResultDocument.Write(SampleComparisons.Runtimes());
        var broken = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var i = 0; i < 40; i++)
        {
            var document = JsonNode.Parse(json)!;
            for (var edits = random.Next(1, 3); edits > 0; edits--) Damage(document, random);
            ShowComparison(document.ToJsonString(), broken);
        }

        broken.ShouldBeEmpty();
    }

    private static void ShowComparison(string json, SortedDictionary<string, string> broken)
    {
        try
        {
            var comparison = ComparisonJson.Read(json, "run.json");
            foreach (var exporter in ComparisonExporters.All) ReadDocument.Export(exporter, comparison, new ReportStyle(80, HasColour: false), "run.json");
        }
        catch (UserFault refused)
        {
            if (!IsTold(refused)) broken.TryAdd(refused.Message, refused.Message);
        }
        catch (Exception fault)
        {
            broken.TryAdd(fault.ToString()[..Math.Min(300, fault.ToString().Length)], "");
        }
    }

    private static void Show(string json, SortedDictionary<string, string> broken)
    {
        try
        {
            var run = RunResultJson.Read(json, "run.json");
            foreach (var exporter in RunExporters.All) Export(exporter, run);
        }
        catch (UserFault refused)
        {
            if (!IsTold(refused)) broken.TryAdd(refused.Message, refused.Message);
        }
        catch (Exception fault)
        {
            var where = fault.StackTrace?.Split('\n').FirstOrDefault(l => l.Contains("Dyno.", StringComparison.Ordinal))?.Trim() ?? "";
            broken.TryAdd($"{fault.GetType().Name} {where}", fault.Message);
        }
    }

    private static void Export(Exporter<RunResult> exporter, RunResult run) =>
        ReadDocument.Export(exporter, run, new ReportStyle(80, HasColour: false), "run.json");

    private static bool IsTold(UserFault refused) =>
        refused.Message.StartsWith("run.json: ", StringComparison.Ordinal) || refused.Message.StartsWith("the result holds a latency histogram that cannot be read", StringComparison.Ordinal);

    private static void Damage(JsonNode document, Random random)
    {
        var places = new List<(JsonNode Owner, object Key)>();
        Collect(document, places);
        if (places.Count == 0) return;
        var (owner, key) = places[random.Next(places.Count)];
        var odd = Odd[random.Next(Odd.Length)]?.DeepClone();
        if (owner is JsonObject members)
        {
            if (random.Next(6) == 0) members.Remove((string)key);
            else members[(string)key] = odd;
        }
        else if (owner is JsonArray items)
        {
            if (random.Next(6) == 0) items.RemoveAt((int)key);
            else items[(int)key] = odd;
        }
    }

    private static void Collect(JsonNode node, List<(JsonNode, object)> places)
    {
        if (node is JsonObject members)
            foreach (var (name, value) in members) { places.Add((members, name)); if (value is not null) Collect(value, places); }
        else if (node is JsonArray items)
            for (var i = 0; i < items.Count; i++) { places.Add((items, i)); if (items[i] is { } value) Collect(value, places); }
    }

    private static RunResult SampleOf(string name) => name switch
    {
        "Closed" => SampleRuns.Closed(),
        "Open" => SampleRuns.Open(),
        "Void" => SampleRuns.Void(),
        "Errors" => SampleRuns.Errors(),
        _ => SampleRuns.OutOfTime(),
    };
}
