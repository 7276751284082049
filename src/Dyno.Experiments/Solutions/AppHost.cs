namespace Dyno.Experiments;

/// <summary>An app host of Aspire: the projects that it starts, and the databases and caches that it gives them.</summary>
internal sealed partial class AppHost
{
    private readonly ProjectSources _sources;
    private readonly IReadOnlyList<string> _statements;

    private AppHost(ProjectSources sources)
    {
        _sources = sources;
        _statements = [.. sources.Texts.SelectMany(text => text.Split(';'))];
    }

    public string File => _sources.File;

    /// <summary>The app host that a file is; null when it is none.</summary>
    /// <param name="file">A project file, or a program of one file.</param>
    public static AppHost? At(string file)
    {
        var sources = new ProjectSources(file);
        var isOne = file.EndsWith(".cs", StringComparison.OrdinalIgnoreCase)
            ? sources.Texts[0].Contains("#:sdk Aspire.AppHost.Sdk", StringComparison.Ordinal)
            : sources.Elements("Sdk").Concat(sources.Elements("Project")).Any(element => (element.Attribute("Name") ?? element.Attribute("Sdk"))?.Value
                .Contains("Aspire.AppHost.Sdk", StringComparison.Ordinal) == true)
                || sources.Elements("IsAspireHost").Any(element => element.Value.Trim().Equals("true", StringComparison.OrdinalIgnoreCase));
        return isOne ? new AppHost(sources) : null;
    }

    /// <summary>Full paths of the project files that it starts, in the order in which it adds them.</summary>
    public IReadOnlyList<string> Projects()
    {
        var named = _sources.Elements("ProjectReference").Select(reference => reference.Attribute("Include")?.Value ?? "")
            .Concat(_sources.Texts.SelectMany(text => Directive().Matches(text).Select(match => match.Groups["path"].Value)))
            .Select(_sources.FullPath).Select(ProjectAt).Where(System.IO.File.Exists).ToList();
        return [.. named.OrderBy(project => IndexOf(StatementOf(project)))];
    }

    /// <summary>What the app host gives a project, by the names that the project knows.</summary>
    public IReadOnlyList<AppHostResource> ResourcesOf(string project)
    {
        if (StatementOf(project) is not { } statement) return [];
        var all = Resources();
        return [.. Reference().Matches(statement).Where(match => all.ContainsKey(match.Groups["variable"].Value)).Select(match =>
            all[match.Groups["variable"].Value] is var resource && match.Groups["name"] is { Success: true } name ? resource with { Name = name.Value } : resource)];
    }

    // The name of the class that Aspire makes of a project: Shop.Api is Projects.Shop_Api.
    private string? StatementOf(string project)
    {
        var name = NoLetter().Replace(Path.GetFileNameWithoutExtension(project), "_");
        return _statements.FirstOrDefault(statement => statement.Contains($"<Projects.{name}>", StringComparison.Ordinal)
            || AddedByPath().Match(statement) is { Success: true } match && IsIn(project, _sources.FullPath(match.Groups["path"].Value)));
    }

    // A program of one file may name the folder of a project.
    private static string ProjectAt(string path) =>
        Directory.Exists(path) ? Directory.EnumerateFiles(path, "*.csproj").Order(StringComparer.Ordinal).FirstOrDefault() ?? path : path;

    private static bool IsIn(string project, string path) => project == path || Path.GetDirectoryName(project) == path.TrimEnd('/', '\\');

    private int IndexOf(string? statement)
    {
        for (var i = 0; i < _statements.Count; i++)
            if (ReferenceEquals(_statements[i], statement)) return i;
        return int.MaxValue;
    }

    private Dictionary<string, AppHostResource> Resources()
    {
        var found = new Dictionary<string, AppHostResource>(StringComparer.Ordinal);
        foreach (var statement in _statements)
        {
            if (Declaration().Match(statement) is not { Success: true } declared) continue;
            var database = Database().Match(statement);
            var kind = declared.Groups["method"].Value == "AddDatabase" ? found.GetValueOrDefault(declared.Groups["of"].Value)?.Kind : KindOf(declared.Groups["method"].Value);
            found[declared.Groups["variable"].Value] = new AppHostResource(
                database.Success ? database.Groups["name"].Value : declared.Groups["name"].Value, kind, declared.Groups["method"].Value);
        }
        return found;
    }

    private static string? KindOf(string method) =>
        method.Contains("Postgres", StringComparison.Ordinal) ? "postgres" : RedisLike().IsMatch(method) ? "redis" : null;

    [GeneratedRegex(@"^#:project\s+(?<path>\S+)", RegexOptions.Multiline)]
    private static partial Regex Directive();

    [GeneratedRegex("""\.\s*Add(?:CSharpApp|Project)\(\s*"[^"]*"\s*,\s*@?"(?<path>[^"]*)"\s*[,)]""")]
    private static partial Regex AddedByPath();

    [GeneratedRegex("""\.\s*WithReference\(\s*(?<variable>\w+)\s*(?:,\s*(?:connectionName:\s*)?"(?<name>[\w\-]+)"\s*)?[,)]""")]
    private static partial Regex Reference();

    [GeneratedRegex("""\b(?<variable>\w+)\s*=\s*(?<of>\w+)\s*\.\s*(?<method>Add\w+)(?:<[^()]*>)?\(\s*"(?<name>[\w\-]+)"\s*[,)]""")]
    private static partial Regex Declaration();

    [GeneratedRegex("""\.\s*AddDatabase\(\s*"(?<name>[\w\-]+)"\s*[,)]""")]
    private static partial Regex Database();

    [GeneratedRegex("Redis|Valkey|Garnet")]
    private static partial Regex RedisLike();

    [GeneratedRegex(@"[^A-Za-z0-9_]")]
    private static partial Regex NoLetter();
}

/// <summary>Something beside a project that an app host starts for it.</summary>
/// <param name="Kind">The kind of service of an experiment that stands in for it; null when Dyno has none.</param>
/// <param name="AddedBy">The method that adds it, such as <c>AddPostgres</c>.</param>
internal sealed record AppHostResource(string Name, string? Kind, string AddedBy);
