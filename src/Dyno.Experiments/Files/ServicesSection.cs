namespace Dyno.Experiments;

/// <summary>The services of an experiment file: <c>services: { db: { kind: postgres, reset: "truncate orders" } }</c>.</summary>
internal static class ServicesSection
{
    internal static readonly string[] Kinds = [.. ServiceKind.All.Select(kind => kind.Name)];
    private static readonly string Command = ServiceKind.Command.Name;
    internal static readonly string[] Keys = ["kind", "command", "env", "directory", "ready", "variable", "setup", "reset", "cpus", "timeout"];
    private static readonly string[] KeysOfCommands = ["env", "directory", "ready"];

    /// <summary>The services, in the order of the file.</summary>
    public static ImmutableArray<ServiceOptions> Read(IReadOnlyDictionary<string, YamlPlace> entries, string folder) =>
        entries.TryGetValue("services", out var place) ? [.. place.Entries().Select(e => Service(e.Key, e.Value, folder))] : [];

    private static ServiceOptions Service(string name, YamlPlace place, string folder)
    {
        var keys = place.Entries(Keys);
        var command = keys.TryGetValue("command", out var c) ? Words(c) : [];
        var kind = keys.TryGetValue("kind", out var k) ? k.Text() : command.IsEmpty && Kinds.Contains(name) ? name : Command;
        if (!Kinds.Contains(kind)) k!.Problem($"there is no kind of service '{kind}'",
            NearestWord.Find(kind, Kinds) is { } near ? $"did you mean {near}?" : $"write {ServiceKind.NamesInWords}");
        if (kind == Command && command.IsEmpty) place.Problem($"the service {name} has nothing to start", $"write {string.Join(", ", Kinds.Where(k => k != Command).Select(k => $"kind: {k}"))}, or command: PROGRAM");
        foreach (var key in KeysOfCommands.Where(key => kind != Command && keys.ContainsKey(key))) keys[key].Problem($"{key} is for a command only", $"remove {key}");
        if (kind != Command && !command.IsEmpty) c!.Problem($"a service of kind {kind} takes no command", "remove command, or kind");
        return new ServiceOptions
        {
            Name = name,
            Kind = kind,
            Command = command,
            Directory = keys.TryGetValue("directory", out var d) ? Path.GetFullPath(Path.Combine(folder, d.Text())) : kind == Command ? folder : null,
            Environment = keys.TryGetValue("env", out var env)
                ? env.Entries().ToImmutableSortedDictionary(e => e.Key, e => e.Value.Text(), StringComparer.Ordinal)
                : ImmutableSortedDictionary<string, string>.Empty,
            ReadyPath = TextOf("ready"),
            Variable = TextOf("variable"),
            Setup = FileOrText("setup"),
            Reset = FileOrText("reset"),
            Cpus = keys.TryGetValue("cpus", out var cpus) ? SubjectSection.Cpus(cpus) : null,
            Timeout = keys.TryGetValue("timeout", out var t) ? t.Time() ?? TimeSpan.FromSeconds(30) : TimeSpan.FromSeconds(30),
        };

        string? TextOf(string key) => keys.TryGetValue(key, out var value) ? value.Text() : null;

        string? FileOrText(string key) => TextOf(key) is not { } text ? null
            : text.EndsWith(".sql", StringComparison.OrdinalIgnoreCase) ? Existing(keys[key], Path.GetFullPath(Path.Combine(folder, text))) : text;
    }

    private static string Existing(YamlPlace place, string path)
    {
        if (!File.Exists(path)) place.Problem($"there is no file {path}", "name an SQL file, or write SQL");
        return path;
    }

    private static ImmutableArray<string> Words(YamlPlace place)
    {
        var words = place.Texts();
        return words.Count == 1 ? [.. words[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)] : [.. words];
    }
}
