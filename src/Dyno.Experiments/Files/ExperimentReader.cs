using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Inputs.Problems;
using Dyno.Results;

namespace Dyno.Experiments.Files;

/// <summary>Reads an experiment file to a plan. Nothing in it is ignored: what is unknown or not supported is an error.</summary>
public static class ExperimentReader
{
    private const long MaxBytes = 1024 * 1024;

    private static readonly string[] Keys =
        ["name", "subject", "variants", "matrix", "load", "warmup", "rounds", "duration", "compare", "control", "seed"];

    private static readonly string[] LaterKeys = ["services", "sweep", "observe", "git", "pairs"];

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="overrides">What the command line says; it wins.</param>
    /// <exception cref="InputException">Everything that is wrong, at once, in the order of the file.</exception>
    public static ExperimentPlan Read(string path, ExperimentOverrides overrides)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(overrides);
        var problems = new List<InputProblem>();
        var text = TextOf(path, problems);
        var root = problems.Count == 0 ? YamlText.Parse(path, text, problems) : null;
        var plan = root is null ? null : Plan(path, text, root, overrides, problems);
        if (problems.Count > 0 || plan is null) throw new InputException([.. problems.OrderBy(problem => problem.Line ?? int.MaxValue)]);
        return plan;
    }

    private static ExperimentPlan? Plan(string path, string text, YamlPlace root, ExperimentOverrides overrides, List<InputProblem> problems)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        var entries = root.Entries(Keys, LaterKeys);
        foreach (var key in (string[])["variants", "load", "compare"])
            if (!entries.ContainsKey(key)) root.Problem($"{key} is missing", $"write {key}: …");
        var variants = VariantsSection.Read(entries, folder);
        var cells = VariantsSection.ReadPaths(entries);
        var load = LoadSection.Read(entries, folder);
        var compare = CompareSection.Read(entries, [.. variants.Select(v => v.Name)]);
        var warmUp = LoadSection.ReadWarmUp(entries);
        var rounds = entries.TryGetValue("rounds", out var r) ? r.Whole(1, 1_000) : 10;
        var duration = entries.TryGetValue("duration", out var d) ? d.Time() : null;
        var control = !entries.TryGetValue("control", out var c) || c.Flag() != false;
        var seed = entries.TryGetValue("seed", out var s) ? s.Whole(long.MinValue, long.MaxValue) : Entropy.Seed();
        var name = entries.TryGetValue("name", out var n) ? n.Text() : Path.GetFileNameWithoutExtension(path);
        if (problems.Count > 0 || compare is null || load is null) return null;
        var plan = new ExperimentPlan
        {
            Name = name,
            Source = path,
            Text = text,
            BaseDirectory = folder,
            Variants = Crossed(variants, cells, load, compare.Baseline),
            Rounds = (int)rounds!.Value,
            Duration = duration,
            WarmUp = warmUp,
            Compare = compare,
            Control = control,
            Seed = seed!.Value,
        };
        return overrides.Apply(plan, problems);
    }

    private static ImmutableArray<VariantPlan> Crossed(
        ImmutableArray<(string Name, SubjectPlan Subject)> variants, IReadOnlyList<string> paths, string load, string baseline) =>
    [
        .. from path in paths.Count == 0 ? [null] : paths.Cast<string?>()
           from variant in variants.OrderBy(v => v.Name == baseline ? 0 : 1)
           select new VariantPlan
           {
               Name = variant.Name,
               Cell = path is null ? "" : $"path={path}",
               Subject = variant.Subject,
               Load = load,
               Path = path,
           },
    ];

    private static string TextOf(string path, List<InputProblem> problems)
    {
        try
        {
            var file = new FileInfo(path);
            if (file.Exists && file.Length <= MaxBytes) return File.ReadAllText(path);
            problems.Add(new InputProblem(path, null, null, file.Exists ? "is larger than 1 MB" : "there is no such file", "name an experiment file"));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            problems.Add(new InputProblem(path, null, null, $"cannot be read: {failure.Message}", "name an experiment file"));
        }
        return "";
    }
}
