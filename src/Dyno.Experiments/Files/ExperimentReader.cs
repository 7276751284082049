namespace Dyno.Experiments;

/// <summary>Reads an experiment file to a plan. Nothing in it is ignored: what is unknown or not supported is an error.</summary>
public static class ExperimentReader
{
    private const long MaxBytes = 1024 * 1024;
    private static readonly TimeSpan ShortestLaunch = TimeSpan.FromSeconds(1); // what a load needs to have a rate

    internal static readonly string[] Keys =
    [
        "name", "generator", "services", "subject", "variants", "matrix", "load", "warmup", "rounds", "duration", "compare", "sweep", "control", "rebuild",
        "observe", "limits", "seed",
    ];

    /// <summary>Reads a file.</summary>
    /// <param name="overrides">What the command line says; it wins.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once, in the order of the file.</exception>
    public static ExperimentPlan Read(string path, ExperimentOverrides overrides)
    {
        var problems = new List<Problem>();
        var text = TextOf(path, problems);
        if (problems.Count > 0) throw new UserFault([.. problems]);
        return ReadText(text, path, Path.GetDirectoryName(Path.GetFullPath(path))!, overrides);
    }

    /// <summary>Reads the text of a file.</summary>
    /// <param name="source">Its name, for messages and the result.</param>
    /// <param name="folder">Absolute folder that its relative paths start from.</param>
    /// <param name="overrides">What the command line says; it wins.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once, in the order of the text.</exception>
    public static ExperimentPlan ReadText(string text, string source, string folder, ExperimentOverrides overrides)
    {
        var problems = new List<Problem>();
        var root = YamlText.Parse(source, text, problems);
        var plan = root is null ? null : Plan(source, folder, text, root, overrides, problems);
        if (problems.Count > 0 || plan is null) throw new UserFault([.. problems.OrderBy(problem => problem.Line ?? int.MaxValue)]);
        return plan;
    }

    private static ExperimentPlan? Plan(
        string path, string folder, string text, YamlPlace root, ExperimentOverrides overrides, List<Problem> problems)
    {
        var entries = root.Entries(Keys);
        foreach (var key in (string[])["variants", "load", "compare"])
            if (!entries.ContainsKey(key)) root.Problem($"{key} is missing", $"write {key}: …");
        var load = LoadSection.Read(entries, folder);
        var variants = VariantsSection.Read(entries, folder, load);
        var cells = MatrixSection.Read(entries);
        var services = ServicesSection.Read(entries, folder);
        var sweep = SweepSection.Read(entries);
        var observe = entries.TryGetValue("observe", out var o) ? ObserveOf(o) : ObserveLevel.Full;
        var compare = CompareSection.Read(entries, [.. variants.Select(v => v.Name)]);
        var warmUp = LoadSection.ReadWarmUp(entries);
        var rounds = entries.TryGetValue("rounds", out var r) ? r.Whole(1, 1_000) : 10;
        var duration = entries.TryGetValue("duration", out var d) ? d.Time(ShortestLaunch) : null;
        var control = !entries.TryGetValue("control", out var c) || c.Flag() != false;
        var rebuilds = entries.TryGetValue("rebuild", out var again) && again.Flag() == true;
        var limits = entries.TryGetValue("limits", out var l) ? LimitsSection.Read(l) : [];
        var fleet = FleetSection.Read(entries);
        if (entries.ContainsKey("variants")) FleetSection.Check(entries, fleet, variants);
        var seed = entries.TryGetValue("seed", out var s) ? s.Whole(long.MinValue, long.MaxValue) : Entropy.Seed();
        var name = entries.TryGetValue("name", out var n) ? n.Text() : Path.GetFileNameWithoutExtension(path);
        if (problems.Count > 0 || compare is null || load is null) return null;
        var plan = new ExperimentPlan
        {
            Name = name,
            Source = path,
            Text = text,
            BaseDirectory = folder,
            Variants = Crossed(variants, cells, compare.Baseline),
            Rounds = (int)rounds!.Value,
            Duration = duration,
            WarmUp = warmUp,
            Compare = compare,
            Control = control,
            Rebuilds = rebuilds,
            Seed = seed!.Value,
            Services = services,
            Sweep = sweep,
            Observe = observe,
            HealthLimits = limits,
            Fleet = fleet,
        };
        return OpenModel.Judge(overrides.Apply(plan, problems), compare.IsHeadlineNamed ? entries["compare"] : null);
    }

    private static ObserveLevel ObserveOf(YamlPlace place)
    {
        var word = place.Text();
        if (!word.Any(char.IsAsciiLetterUpper) && Enum.TryParse<ObserveLevel>(word, ignoreCase: true, out var level) && Enum.IsDefined(level)) return level;
        place.Problem($"'{word}' is not a level of observation", "write full, minimal or off");
        return ObserveLevel.Full;
    }

    private static ImmutableArray<VariantPlan> Crossed(ImmutableArray<VariantPlan> variants, IReadOnlyList<MatrixCell> cells, string baseline) =>
    [
        .. from cell in cells
           from variant in variants.OrderBy(v => v.Name == baseline ? 0 : 1)
           select cell.Change(variant) with { Cell = cell.Name },
    ];

    private static string TextOf(string path, List<Problem> problems)
    {
        try
        {
            var file = new FileInfo(path);
            if (file.Exists && file.Length <= MaxBytes) return File.ReadAllText(path);
            problems.Add(new Problem(path, null, null, file.Exists ? "is larger than 1 MB" : "there is no such file", "name an experiment file"));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            problems.Add(new Problem(path, null, null, $"cannot be read: {failure.Message}", "name an experiment file"));
        }
        return "";
    }
}
