using Dyno.Experiments.Plans;

namespace Dyno.Experiments.Files;

/// <summary>The parts of an experiment file that say under which load: load and warm-up.</summary>
internal static class LoadSection
{
    /// <summary>An absolute file or a URL (or a path of the subject); null with a problem.</summary>
    public static string? Read(IReadOnlyDictionary<string, YamlPlace> entries, string folder)
    {
        if (!entries.TryGetValue("load", out var place)) return null;
        var keys = place.Entries(["file", "url"], ["rate", "connections", "method", "headers", "body"]);
        if (keys.Count == 2) place.Problem("a load is either a file or a url", "remove one of them");
        if (keys.TryGetValue("url", out var url)) return url.Text();
        if (!keys.TryGetValue("file", out var file))
        {
            place.Problem("the load is missing", "write load: { file: FILE }");
            return null;
        }
        var path = Path.GetFullPath(Path.Combine(folder, file.Text()));
        if (!File.Exists(path)) file.Problem($"there is no file {path}", "name a load file");
        return path;
    }

    /// <summary>The warm-up rule with its defaults.</summary>
    public static WarmUpRule ReadWarmUp(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        var rule = new WarmUpRule();
        if (!entries.TryGetValue("warmup", out var place)) return rule;
        var keys = place.Entries(["minimum", "maximum"]);
        if (keys.TryGetValue("minimum", out var minimum)) rule = rule with { Minimum = minimum.Time() ?? rule.Minimum };
        if (keys.TryGetValue("maximum", out var maximum)) rule = rule with { Maximum = maximum.Time() ?? rule.Maximum };
        if (rule.Minimum > rule.Maximum) place.Problem("the minimum is longer than the maximum", "swap them");
        return rule;
    }
}
