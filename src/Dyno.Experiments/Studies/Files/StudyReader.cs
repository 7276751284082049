namespace Dyno.Experiments;

/// <summary>Reads <c>claims.yaml</c>; a claim that names what its experiment does not have is an error.</summary>
internal static class StudyReader
{
    /// <summary>Reads the study in a folder.</summary>
    /// <exception cref="UserFault">Everything that is wrong, at once, in the order of the file.</exception>
    public static Study Read(string folder)
    {
        var problems = new List<Problem>();
        var file = Path.Combine(folder, StudyCatalogue.ClaimsFile);
        var shown = Path.GetRelativePath(Environment.CurrentDirectory, file);
        var root = YamlText.Parse(shown, ReadText(file, shown, problems), problems);
        var study = root is null ? null : Read(root, folder, problems);
        if (problems.Count > 0 || study is null) throw new UserFault([.. problems.OrderBy(p => p.Line ?? int.MaxValue)]);
        return study;
    }

    private static Study? Read(YamlPlace root, string folder, List<Problem> problems)
    {
        var entries = root.Entries(["title", "article", "experiments", "claims", "tables", "charts"]);
        foreach (var key in (string[])["title", "article", "experiments", "claims"])
            if (!entries.ContainsKey(key)) root.Problem($"{key} is missing", $"write {key}: …");
        if (problems.Count > 0) return null;
        var plans = Plans(entries["experiments"], folder, problems);
        if (problems.Count > 0) return null;
        return new Study
        {
            Name = Path.GetFileName(folder),
            Folder = folder,
            Title = entries["title"].Text(),
            Article = entries["article"].Text(),
            Experiments = [.. plans.Select(p => p.Experiment)],
            Claims = Claims(entries["claims"], plans),
            Tables = entries.TryGetValue("tables", out var tables) ? ViewSection.ReadTables(tables, plans) : [],
            Charts = entries.TryGetValue("charts", out var charts) ? ViewSection.ReadCharts(charts, plans) : [],
        };
    }

    private static ImmutableArray<(StudyExperiment Experiment, ExperimentPlan Plan)> Plans(
        YamlPlace place, string folder, List<Problem> problems)
    {
        var plans = ImmutableArray.CreateBuilder<(StudyExperiment, ExperimentPlan)>();
        foreach (var (name, value) in place.Entries())
        {
            if (value.IsMapping)
            {
                if (ReadOwn(name, value, folder) is { } own) plans.Add(own);
                continue;
            }
            var experiment = new StudyExperiment(name, Path.Combine(folder, value.Text()));
            try
            {
                plans.Add((experiment, ExperimentReader.Read(experiment.File, new ExperimentOverrides())));
            }
            catch (UserFault wrong)
            {
                problems.AddRange(wrong.Problems);
            }
        }
        if (plans.Count == 0 && problems.Count == 0) place.Problem("a study needs an experiment", "write main: experiment.yaml");
        return plans.ToImmutable();
    }

    private static (StudyExperiment, ExperimentPlan)? ReadOwn(string name, YamlPlace place, string folder)
    {
        if (place.Has("generator")) return GeneratorSection.Read(name, place, folder);
        return BenchmarkSection.Read(name, place, folder);
    }

    private static ImmutableArray<Claim> Claims(YamlPlace place, ImmutableArray<(StudyExperiment, ExperimentPlan)> plans)
    {
        var claims = ImmutableArray.CreateBuilder<Claim>();
        foreach (var (id, entry) in place.Entries())
            if (ClaimSection.Read(id, entry, plans) is { } claim) claims.Add(claim);
        if (claims.Count == 0) place.Problem("a study needs at least one claim", "write a claim below claims:");
        return claims.ToImmutable();
    }

    private static string ReadText(string file, string shown, List<Problem> problems)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            problems.Add(new Problem(shown, null, null, $"cannot be read: {failure.Message}", "name a folder of studies/"));
            return "{}";
        }
    }
}
