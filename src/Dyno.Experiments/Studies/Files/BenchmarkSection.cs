namespace Dyno.Experiments;

/// <summary>Reads benchmarks that a study has in the place of an experiment file.</summary>
internal static class BenchmarkSection
{
    /// <summary>The benchmarks, and a plan whose variants are their methods; null with a problem.</summary>
    public static (StudyExperiment Experiment, ExperimentPlan Plan)? Read(string name, YamlPlace place, string folder)
    {
        var keys = place.Entries(["benchmarks", "methods", "rounds", "subjects"]);
        foreach (var key in (string[])["benchmarks", "methods"])
            if (!keys.ContainsKey(key)) place.Problem($"{key} is missing", $"write {key}: …");
        if (!keys.TryGetValue("benchmarks", out var project) || !keys.TryGetValue("methods", out var methods)) return null;
        var rounds = keys.TryGetValue("rounds", out var r) ? r.Whole(1, 1_000) : 6;
        if (rounds is null) return null;
        var subjects = keys.TryGetValue("subjects", out var list)
            ? list.Entries().ToImmutableSortedDictionary(e => e.Key, e => Project(e.Value, folder), StringComparer.Ordinal)
            : ImmutableSortedDictionary<string, string>.Empty;
        var experiment = new StudyExperiment(name, Path.Combine(folder, StudyCatalogue.ClaimsFile))
        {
            Benchmarks = new BenchmarkPlan(Project(project, folder), subjects, (int)rounds.Value),
        };
        return (experiment, PlanOf(experiment, [.. methods.Texts()]));
    }

    /// <summary>A plan whose variants are methods, so that claims can name methods like variants.</summary>
    public static ExperimentPlan PlanOf(StudyExperiment experiment, ImmutableArray<string> methods) => new()
    {
        Name = experiment.Name,
        Source = experiment.File,
        BaseDirectory = Path.GetDirectoryName(experiment.File)!,
        Variants = [.. methods.Select(m => new VariantPlan { Name = m, Subject = new SubjectPlan(), Load = "" })],
        Rounds = experiment.Benchmarks!.Rounds,
        WarmUp = new WarmUpRule(),
        Compare = new ComparePlan { Baseline = methods.IsEmpty ? "" : methods[0], Headline = BenchmarkReport.Metric },
        Control = false,
        Seed = Entropy.Seed(),
    };

    /// <summary>The path of a project, which must exist.</summary>
    public static string Project(YamlPlace place, string folder)
    {
        var path = Path.GetFullPath(Path.Combine(folder, place.Text()));
        if (!Directory.Exists(path) && !File.Exists(path)) place.Problem($"there is no project {path}", "name a project file or its folder");
        return path;
    }
}
