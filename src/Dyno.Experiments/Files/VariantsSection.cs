using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;

namespace Dyno.Experiments.Files;

/// <summary>The parts of an experiment file that say what is compared: subject, variants, matrix.</summary>
internal static class VariantsSection
{
    private static readonly string[] VariantKeys = ["framework", "env", "args", "url"];
    private static readonly string[] LaterVariantKeys = ["properties", "load", "command", "git", "project", "cpus", "memory", "scheme"];
    private static readonly string[] LaterMatrixKeys = ["env", "framework", "gc", "properties", "cpus", "scheme"];

    /// <summary>The variants, each with the whole of its subject.</summary>
    public static ImmutableArray<(string Name, SubjectPlan Subject)> Read(IReadOnlyDictionary<string, YamlPlace> entries, string folder)
    {
        var subject = entries.TryGetValue("subject", out var place) ? Subject(place, folder) : new SubjectPlan();
        if (!entries.TryGetValue("variants", out var list)) return [];
        var variants = ImmutableArray.CreateBuilder<(string, SubjectPlan)>();
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, variant) in list.Entries())
        {
            if (name == Judgement.ControlName) variant.Problem($"'{name}' is the name of the control", "give the variant another name");
            else if (!names.Add(name)) variant.Problem($"two variants are called '{name}' but for capitals", "give one another name");
            else if (name.Length == 0 || name.Any(c => !char.IsAsciiLetterOrDigit(c) && c is not ('-' or '_' or '.')))
                variant.Problem($"'{name}' cannot be a variant's name", "use letters, digits, '-', '_' and '.'");
            variants.Add((name, Variant(variant, subject)));
        }
        if (variants.Count < 2) list.Problem("nothing to compare: at least two variants are needed", "add another variant");
        return variants.ToImmutable();
    }

    /// <summary>The paths of the matrix; none without one.</summary>
    public static IReadOnlyList<string> ReadPaths(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        if (!entries.TryGetValue("matrix", out var matrix)) return [];
        if (!matrix.Entries(["path"], LaterMatrixKeys).TryGetValue("path", out var path)) return [];
        var paths = path.Texts();
        foreach (var wrong in paths.Where(p => !p.StartsWith('/'))) path.Problem($"'{wrong}' is no path", $"write /{wrong}");
        if (paths.Distinct(StringComparer.Ordinal).Count() < paths.Count) path.Problem("a path stands here twice", "remove one");
        return paths;
    }

    private static SubjectPlan Subject(YamlPlace place, string folder)
    {
        var keys = place.Entries(["project", "url"], ["command", "git", "services"]);
        var plan = new SubjectPlan();
        if (keys.TryGetValue("project", out var project))
        {
            plan = plan with { Project = Path.GetFullPath(Path.Combine(folder, project.Text())) };
            if (!File.Exists(plan.Project) && !Directory.Exists(plan.Project)) project.Problem($"there is no project {plan.Project}", "name a project file or its folder");
        }
        if (keys.TryGetValue("url", out var url)) plan = plan with { Url = Url(url) };
        if (keys.Count == 2) place.Problem("a subject is either a project or a url", "remove one of them");
        if (keys.Count == 0) place.Problem("the subject is missing", "write subject: { project: PATH }");
        return plan;
    }

    private static SubjectPlan Variant(YamlPlace place, SubjectPlan subject)
    {
        var keys = place.Entries(VariantKeys, LaterVariantKeys);
        var plan = subject;
        if (keys.TryGetValue("framework", out var framework)) plan = plan with { Framework = framework.Text() };
        if (keys.TryGetValue("args", out var args)) plan = plan with { Arguments = [.. args.Texts()] };
        if (keys.TryGetValue("env", out var env))
            plan = plan with { Environment = env.Entries().ToImmutableSortedDictionary(e => e.Key, e => e.Value.Text(), StringComparer.Ordinal) };
        if (keys.TryGetValue("url", out var url))
        {
            if (subject.Project is not null) url.Problem("a variant of a project has no url", "remove it, or the subject's project");
            plan = plan with { Url = Url(url) };
        }
        if (plan.Project is null && plan.Url is null) place.Problem($"{place.Name} has nothing to measure", "write subject: { project: PATH }, or a url here");
        if (plan.Project is null && plan.Url is not null && keys.Keys.Any(key => key != "url"))
            place.Problem("Dyno did not start what runs at a url and cannot change it", "remove framework, env and args");
        return plan;
    }

    private static Uri? Url(YamlPlace place)
    {
        var text = place.Text();
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" && url.UserInfo.Length == 0) return url;
        place.Problem($"'{text}' is no http or https URL", "write url: http://localhost:5000");
        return null;
    }
}
