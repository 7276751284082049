namespace Dyno.Experiments;

/// <summary>Reads runs of Dyno itself that a study has in the place of an experiment file.</summary>
internal static class GeneratorSection
{
    private static readonly string[] OfVariants = ["subject", "framework", "subjectArgs", "run", "env", "terminal", "watched"];
    private static readonly string[] OfPrograms = ["program", "args", "framework", "env"];

    /// <summary>The runs, and a plan of their variants; null with a problem.</summary>
    public static (StudyExperiment Experiment, ExperimentPlan Plan)? Read(string name, YamlPlace place, string folder)
    {
        var keys = place.Entries(["generator", "rounds", "each"]);
        if (!keys.TryGetValue("generator", out var list)) return null;
        var rounds = keys.TryGetValue("rounds", out var r) ? r.Whole(1, 1_000) : 6;
        var each = keys.TryGetValue("each", out var e) ? e.Time() : null;
        if (e is null) place.Problem("each is missing", "write each: 15s, about how long one run takes");
        var variants = ImmutableSortedDictionary.CreateBuilder<string, GeneratorVariant>(StringComparer.Ordinal);
        var names = ImmutableArray.CreateBuilder<string>();
        foreach (var (variant, value) in list.Entries())
        {
            if (ReadVariant(value, folder) is not { } read) continue;
            variants[variant] = read;
            names.Add(variant);
        }
        if (variants.Count == 0 || each is null || rounds is null) return null;
        var experiment = new StudyExperiment(name, Path.Combine(folder, StudyCatalogue.ClaimsFile))
        {
            Generator = new GeneratorPlan { Variants = variants.ToImmutable(), Rounds = (int)rounds.Value, Each = each.Value, Folder = folder },
        };
        return (experiment, PlanOf(experiment, names.ToImmutable()));
    }

    /// <summary>A plan whose variants are ways of running Dyno, so that claims can name them like variants.</summary>
    public static ExperimentPlan PlanOf(StudyExperiment experiment, ImmutableArray<string> variants) => new()
    {
        Name = experiment.Name,
        Source = experiment.File,
        BaseDirectory = Path.GetDirectoryName(experiment.File)!,
        Variants = [.. variants.Select(v => new VariantPlan { Name = v, Subject = new SubjectPlan(), Load = "" })],
        Rounds = experiment.Generator!.Rounds,
        WarmUp = new WarmUpRule(),
        Compare = new ComparePlan { Baseline = variants.IsEmpty ? "" : variants[0], Headline = "rate" },
        Control = false,
        Seed = Entropy.Seed(),
    };

    private static GeneratorVariant? ReadVariant(YamlPlace place, string folder)
    {
        if (place.Has("program")) return ReadProgram(place.Entries(OfPrograms), folder);
        var keys = place.Entries(OfVariants);
        var missing = ((string[])["subject", "run"]).Where(k => !keys.ContainsKey(k)).ToList();
        foreach (var key in missing) place.Problem($"{place.Name}: {key} is missing", $"write {key}: …");
        if (missing.Count > 0) return null;
        var isWatched = keys.TryGetValue("watched", out var watched) && watched.Flag() == true;
        if (isWatched && (keys.ContainsKey("terminal") || keys.ContainsKey("env")))
            watched!.Problem($"{place.Name}: a run in the pages cannot have its own terminal or environment", "remove terminal and env, or watched");
        return new GeneratorVariant
        {
            Subject = BenchmarkSection.Project(keys["subject"], folder),
            Framework = keys.TryGetValue("framework", out var framework) ? framework.Text() : null,
            SubjectArguments = keys.TryGetValue("subjectArgs", out var arguments) ? [.. arguments.Texts()] : [],
            Run = [.. keys["run"].Texts().SelectMany(Words)],
            Environment = EnvironmentOf(keys),
            HasTerminal = keys.TryGetValue("terminal", out var terminal) && terminal.Flag() == true,
            IsWatched = isWatched,
        };
    }

    private static GeneratorVariant ReadProgram(IReadOnlyDictionary<string, YamlPlace> keys, string folder) => new()
    {
        Subject = BenchmarkSection.Project(keys["program"], folder),
        IsProgram = true,
        Framework = keys.TryGetValue("framework", out var framework) ? framework.Text() : null,
        SubjectArguments = keys.TryGetValue("args", out var arguments) ? [.. arguments.Texts().SelectMany(Words)] : [],
        Run = [],
        Environment = EnvironmentOf(keys),
    };

    private static ImmutableSortedDictionary<string, string> EnvironmentOf(IReadOnlyDictionary<string, YamlPlace> keys) => keys.TryGetValue("env", out var env)
        ? env.Entries().ToImmutableSortedDictionary(v => v.Key, v => v.Value.Text(), StringComparer.Ordinal)
        : ImmutableSortedDictionary<string, string>.Empty;

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
