namespace Dyno.Experiments;

/// <summary>The program under test, for all variants (<c>subject</c>) or for one variant. The keys are the same, and those of the variant win.</summary>
internal static class SubjectSection
{
    /// <summary>Keys of a subject; a variant has these too.</summary>
    public static readonly string[] Keys =
        ["project", "command", "url", "git", "framework", "runtime", "env", "args", "properties", "directory", "cpus", "memory", "scheme", "port", "ready", "cold", "instances", "on"];

    /// <summary>Reads the keys of a subject; each key replaces the value that is known already.</summary>
    /// <param name="plan">The values that are known; variables are added to an environment, every other value is replaced.</param>
    /// <param name="folder">Where relative paths start.</param>
    public static SubjectPlan Read(IReadOnlyDictionary<string, YamlPlace> keys, SubjectPlan plan, string folder)
    {
        var kinds = keys.Keys.Where(k => k is "project" or "command" or "url").ToList();
        if (kinds.Count > 1) keys[kinds[1]].Problem("a subject is a project, a command or a url", "keep one of them");
        if (kinds.Count > 0) plan = plan with { Project = null, Command = [], Url = null };
        if (keys.TryGetValue("project", out var project)) plan = plan with { Project = Existing(project, folder, plan, keys) };
        if (keys.TryGetValue("command", out var command)) plan = plan with { Command = Words(command) };
        if (keys.TryGetValue("url", out var url)) plan = plan with { Url = Url(url) };
        if (keys.TryGetValue("git", out var git)) plan = plan with { Git = git.Text() };
        if (keys.TryGetValue("framework", out var framework)) plan = plan with { Framework = framework.Text() };
        if (keys.TryGetValue("runtime", out var runtime)) plan = plan with { Runtime = Runtime(runtime, runtime.Text()) };
        if (keys.TryGetValue("args", out var args)) plan = plan with { Arguments = [.. args.Texts()] };
        if (keys.TryGetValue("env", out var env)) plan = plan with { Environment = plan.Environment.SetItems(Named(env)) };
        if (keys.TryGetValue("properties", out var properties)) plan = plan with { Properties = plan.Properties.SetItems(Named(properties)) };
        if (keys.TryGetValue("directory", out var directory)) plan = plan with { Directory = Folder(directory, folder) };
        if (keys.TryGetValue("cpus", out var cpus)) plan = plan with { Cpus = Cpus(cpus) };
        if (keys.TryGetValue("memory", out var memory)) plan = plan with { MemoryLimitBytes = Memory(memory) };
        if (keys.TryGetValue("scheme", out var scheme)) plan = plan with { UsesHttps = Https(scheme, scheme.Text()) };
        if (keys.TryGetValue("port", out var port)) plan = plan with { Port = (int?)port.Whole(1, 65_535) };
        if (keys.TryGetValue("ready", out var ready)) plan = plan with { ReadyPath = PathOf(ready) };
        if (keys.TryGetValue("cold", out var cold)) plan = plan with { StartsCold = cold.Flag() == true };
        if (keys.TryGetValue("instances", out var instances))
            plan = plan with { Instances = (int)(instances.Whole(1, SubjectOptions.MostInstances) ?? 1) };
        if (keys.TryGetValue("on", out var on)) plan = plan with { On = on.Text() };
        return plan;
    }

    /// <summary>A set of CPUs such as <c>0-1</c>; null with a problem.</summary>
    public static CpuSet? Cpus(YamlPlace place) => Cpus(place, place.Text());

    /// <summary>A set of CPUs, read from a text at a place; null with a problem.</summary>
    public static CpuSet? Cpus(YamlPlace place, string text)
    {
        if (CpuSet.TryParse(text, out var cpus) && cpus.Count > 0) return cpus;
        if (text.Length > 0) place.Problem($"'{text}' is not a set of CPUs", "write cpus: 0-1, or 0,2");
        return null;
    }

    /// <summary>A version of .NET, read from a text at a place; null with a problem.</summary>
    public static RuntimeVersion? Runtime(YamlPlace place, string text)
    {
        if (RuntimeVersion.TryParse(text, out var version)) return version;
        if (text.Length > 0) place.Problem($"'{text}' is not a version of .NET", "write runtime: 11.0 (the newest patch), 10.0.12 or installed");
        return null;
    }

    /// <summary>Whether a word means https.</summary>
    public static bool Https(YamlPlace place, string word)
    {
        if (word is not ("http" or "https") && word.Length > 0) place.Problem($"'{word}' is neither http nor https", "write scheme: https");
        return word == "https";
    }

    private static Dictionary<string, string> Named(YamlPlace place) => place.Entries().ToDictionary(e => e.Key, e => e.Value.Text(), StringComparer.Ordinal);

    private static ImmutableArray<string> Words(YamlPlace place)
    {
        var words = place.Texts();
        return words.Count == 1 ? [.. words[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)] : [.. words];
    }

    // A project of another git revision need not exist in the working copy.
    private static string Existing(YamlPlace place, string folder, SubjectPlan plan, IReadOnlyDictionary<string, YamlPlace> keys)
    {
        var path = Path.GetFullPath(Path.Combine(folder, place.Text()));
        if (plan.Git is null && !keys.ContainsKey("git") && !File.Exists(path) && !Directory.Exists(path))
            place.Problem($"there is no project {path}", "name a project file or its folder");
        return path;
    }

    private static string Folder(YamlPlace place, string folder)
    {
        var path = Path.GetFullPath(Path.Combine(folder, place.Text()));
        if (!Directory.Exists(path)) place.Problem($"there is no folder {path}", "name a folder");
        return path;
    }

    private static long? Memory(YamlPlace place)
    {
        var text = place.Text();
        if (SizeText.TryParse(text, out var bytes) && bytes >= 16L * 1024 * 1024) return (long)bytes;
        place.Problem($"'{text}' is not an amount of memory of 16 MiB or more", "write memory: 512MiB");
        return null;
    }

    private static string PathOf(YamlPlace place)
    {
        var path = place.Text();
        if (!path.StartsWith('/')) place.Problem($"'{path}' is not a path", $"write /{path}");
        return path;
    }

    private static Uri? Url(YamlPlace place)
    {
        var text = place.Text();
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" && url.UserInfo.Length == 0) return url;
        place.Problem($"'{text}' is not an http or https URL", "write url: http://localhost:5000");
        return null;
    }
}
