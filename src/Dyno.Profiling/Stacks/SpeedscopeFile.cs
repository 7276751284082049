using System.Text.Json.Nodes;

namespace Dyno.Profiling;

/// <summary>
/// Stacks as speedscope reads them (github.com/jlfwong/speedscope, src/lib/file-format-spec.ts): one list of frames, and a sampled profile for
/// each launch.
/// </summary>
internal static class SpeedscopeFile
{
    private const string Schema = "https://www.speedscope.app/file-format-schema.json";

    /// <summary>The text of a file.</summary>
    /// <param name="launches">Each launch with its name; at least one.</param>
    public static string Of(string name, IReadOnlyList<(string Name, StackTally Stacks)> launches)
    {
        var numbers = new Dictionary<CodeFrame, int>();
        var profiles = new JsonArray([.. launches.Select(launch => ProfileOf(launch.Name, launch.Stacks, numbers))]);
        return new JsonObject
        {
            ["$schema"] = Schema,
            ["name"] = name,
            ["exporter"] = "dyno",
            ["activeProfileIndex"] = 0,
            ["shared"] = new JsonObject
            {
                ["frames"] = new JsonArray([.. numbers.OrderBy(n => n.Value).Select(n => new JsonObject { ["name"] = n.Key.Name, ["file"] = AreaOf(n.Key.Kind) })]),
            },
            ["profiles"] = profiles,
        }.ToJsonString() + "\n";
    }

    // speedscope colours frames by file: here, by whose code it is.
    private static string AreaOf(FrameKind kind) => kind switch
    {
        FrameKind.User => "own projects",
        FrameKind.Framework => ".NET and packages",
        FrameKind.Native => "native",
        FrameKind.Kernel => "kernel",
        _ => "unknown",
    };

    private static JsonObject ProfileOf(string name, StackTally stacks, Dictionary<CodeFrame, int> numbers)
    {
        var (samples, weights) = (new JsonArray(), new JsonArray());
        foreach (var (frames, weight) in stacks.Stacks.OrderByDescending(s => s.Weight))
        {
            samples.Add((JsonNode)new JsonArray([.. frames.Select(frame => (JsonNode)NumberOf(frame, numbers))]));
            weights.Add(Math.Round(weight, 3));
        }
        return new JsonObject
        {
            ["type"] = "sampled",
            ["name"] = name,
            ["unit"] = "none",
            ["startValue"] = 0,
            ["endValue"] = Math.Round(stacks.Total, 3),
            ["samples"] = samples,
            ["weights"] = weights,
        };
    }

    private static int NumberOf(CodeFrame frame, Dictionary<CodeFrame, int> numbers)
    {
        if (!numbers.TryGetValue(frame, out var number)) numbers[frame] = number = numbers.Count;
        return number;
    }
}
