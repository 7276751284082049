namespace Dyno.Experiments;

/// <summary>The parts of an experiment file about the load: load and warm-up.</summary>
internal static class LoadSection
{
    internal static readonly string[] Keys =
        ["file", "git", "url", "rate", "connections", "streams", "http2", "method", "headers", "body", "http-env", "auth", "proto", "imports", "duration", "env"];

    internal static readonly string[] WarmUpKeys = ["minimum", "maximum"];

    /// <summary>The load of all variants; null with a problem.</summary>
    public static Load? Read(IReadOnlyDictionary<string, YamlPlace> entries, string folder)
    {
        if (!entries.TryGetValue("load", out var place)) return null;
        var load = ReadOverrides(place, folder);
        if (load.Target is null) place.Problem("the load is missing", "write load: { file: FILE }");
        return load;
    }

    /// <summary>The load of one variant, where it differs.</summary>
    public static Load ReadOverrides(YamlPlace place, string folder)
    {
        var keys = place.Entries(Keys);
        if (keys.ContainsKey("file") && keys.ContainsKey("url")) place.Problem("a load is either a file or a url", "remove one of them");
        var revision = keys.TryGetValue("git", out var git) ? git.Text() : null;
        if (revision is not null && !keys.ContainsKey("file")) git!.Problem("a git reference needs a load file", "write load: { file: FILE, git: main }");
        var target = keys.TryGetValue("url", out var url) ? url.Text() : keys.TryGetValue("file", out var file) ? FileOf(file, folder, revision) : null;
        return new Load(target, revision, new LoadShapePlan
        {
            Rate = TextOf("rate"),
            Connections = keys.TryGetValue("connections", out var connections) ? (int?)connections.Whole(1, 1_000_000) : null,
            Streams = keys.TryGetValue("streams", out var streams) ? (int?)streams.Whole(1, 10_000) : null,
            UsesHttp2 = keys.TryGetValue("http2", out var http2) ? http2.Flag() : null,
            Method = TextOf("method"),
            Headers = keys.TryGetValue("headers", out var headers) ? Headers(headers) : [],
            Body = TextOf("body"),
            HttpEnvironment = TextOf("http-env"),
            Auth = TextOf("auth"),
            ProtoFiles = keys.TryGetValue("proto", out var proto)
                ? Paths(proto, folder, File.Exists, "there is no file", "name a .proto file") : [],
            ImportPaths = keys.TryGetValue("imports", out var imports)
                ? Paths(imports, folder, Directory.Exists, "there is no folder", "name the folder with the imported files") : [],
            Duration = TextOf("duration"),
            Environment = keys.TryGetValue("env", out var variables)
                ? variables.Entries().ToImmutableSortedDictionary(e => e.Key, e => e.Value.Text()) : ImmutableSortedDictionary<string, string>.Empty,
        });

        string? TextOf(string key) => keys.TryGetValue(key, out var value) ? value.Text() : null;
    }

    public static WarmUpRule ReadWarmUp(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        var rule = new WarmUpRule();
        if (!entries.TryGetValue("warmup", out var place)) return rule;
        var keys = place.Entries(WarmUpKeys);
        if (keys.TryGetValue("maximum", out var maximum)) rule = rule with { Maximum = maximum.TimeOrNone() ?? rule.Maximum };
        if (keys.TryGetValue("minimum", out var minimum)) rule = rule with { Minimum = minimum.TimeOrNone() ?? Shorter(rule.Minimum, rule.Maximum) };
        else rule = rule with { Minimum = Shorter(rule.Minimum, rule.Maximum) };
        if (rule.Minimum > rule.Maximum) place.Problem("the minimum is longer than the maximum", "swap them");
        return rule;
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static string FileOf(YamlPlace place, string folder, string? revision)
    {
        var path = Path.GetFullPath(Path.Combine(folder, place.Text()));
        if (revision is null && !File.Exists(path) && !Directory.Exists(path)) place.Problem($"there is no file {path}", "name a load file");
        return path;
    }

    private static ImmutableArray<string> Paths(YamlPlace place, string folder, Func<string, bool> exists, string what, string writeInstead)
    {
        ImmutableArray<string> paths = [.. place.Texts().Select(text => Path.GetFullPath(Path.Combine(folder, text)))];
        foreach (var path in paths.Where(path => !exists(path))) place.Problem($"{what} {path}", writeInstead);
        return paths;
    }

    private static ImmutableArray<string> Headers(YamlPlace place) =>
        place.IsMapping ? [.. place.Entries().Select(e => $"{e.Key}: {e.Value.Text()}")] : [.. place.Texts()];

    /// <summary>A load as the file describes it.</summary>
    /// <param name="Target">An absolute file or a URL (or a path of the subject); null when the file names none.</param>
    /// <param name="Revision">The git revision of the file; null: the working copy.</param>
    internal sealed record Load(string? Target, string? Revision, LoadShapePlan Shape);
}
