namespace Dyno.Experiments;

/// <summary>
/// The paths that an API answers to GET, as its sources write them: <c>MapGet</c> of minimal APIs with their groups, and the routes of
/// controllers. What is put together at run time is not found.
/// </summary>
internal static partial class HttpEndpoints
{
    /// <summary>The paths of minimal APIs, in the order of the sources.</summary>
    public static IReadOnlyList<string> Minimal(ProjectSources sources) => [.. sources.Texts.SelectMany(Mapped)];

    /// <summary>The paths of controllers, in the order of the sources.</summary>
    public static IReadOnlyList<string> OfControllers(ProjectSources sources) => [.. sources.Texts.SelectMany(Routed)];

    /// <summary>
    /// The path for a first load: one without parameters before one with them, a part of the API before probes and pages about it. Parameters
    /// become <c>1</c>. Null without paths.
    /// </summary>
    public static string? FirstOf(IReadOnlyList<string> paths) =>
        paths.OrderBy(path => (path.Contains('{', StringComparison.Ordinal) ? 1 : 0) + (path == "/" ? 2 : 0) + (AboutTheApi().IsMatch(path) ? 4 : 0))
            .Select(path => Parameter().Replace(path, "1")).FirstOrDefault(path => Plain().IsMatch(path));

    private static IEnumerable<string> Mapped(string text)
    {
        var groups = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (Match group in Group().Matches(text)) groups[group.Groups["name"].Value] = Join(PrefixOf(group.Groups["of"].Value), group.Groups["path"].Value);
        foreach (Match map in MapGet().Matches(text))
            yield return Join(Join(PrefixOf(map.Groups["of"].Value), map.Groups["group"].Value), map.Groups["path"].Value);

        string PrefixOf(string name) => groups.GetValueOrDefault(name, "");
    }

    private static IEnumerable<string> Routed(string text)
    {
        var controllers = Controller().Matches(text);
        for (var i = 0; i < controllers.Count; i++)
        {
            var (begin, name) = (controllers[i].Index, controllers[i].Groups["name"].Value);
            var end = i + 1 < controllers.Count ? controllers[i + 1].Index : text.Length;
            var route = Route().Match(controllers[i].Groups["attributes"].Value) is { Success: true } match ? match.Groups["path"].Value : null;
            foreach (Match action in Action().Matches(text[begin..end]))
            {
                var own = action.Groups["path"].Success ? action.Groups["path"].Value
                    : Route().Match(action.Groups["more"].Value) is { Success: true } more ? more.Groups["path"].Value : "";
                if (route is null && own.Length == 0) continue; // by convention: the routes stand elsewhere
                var path = own is ['/', ..] or ['~', '/', ..] ? own.TrimStart('~') : Join(route ?? "", own);
                yield return path.Replace("[controller]", name, StringComparison.OrdinalIgnoreCase)
                    .Replace("[action]", action.Groups["method"].Value, StringComparison.OrdinalIgnoreCase);
            }
        }
    }

    private static string Join(string prefix, string path)
    {
        var joined = $"/{prefix.Trim('/')}/{path.Trim('/')}";
        while (joined.Contains("//", StringComparison.Ordinal)) joined = joined.Replace("//", "/", StringComparison.Ordinal);
        return joined.Length > 1 ? joined.TrimEnd('/') : joined;
    }

    [GeneratedRegex("""(?<name>\w+)\s*=\s*(?<of>\w+)\s*\.\s*MapGroup\(\s*"(?<path>[^"]*)"\s*\)""")]
    private static partial Regex Group();

    [GeneratedRegex("""(?<of>\w+)\s*(?:\.\s*MapGroup\(\s*"(?<group>[^"]*)"\s*\)\s*)?\.\s*MapGet\(\s*"(?<path>[^"]*)"\s*,""")]
    private static partial Regex MapGet();

    [GeneratedRegex("""(?<attributes>(?:\[[^\n]*\]\s*)*)(?:(?:public|internal|sealed|partial)\s+)*class\s+(?<name>\w+?)Controller\b""")]
    private static partial Regex Controller();

    [GeneratedRegex("""\bRoute\(\s*(?:template:\s*)?"(?<path>[^"]*)"\s*\)""")]
    private static partial Regex Route();

    [GeneratedRegex("""\[(?:[\w.]+\.)?HttpGet(?:\(\s*(?:"(?<path>[^"]*)")?[^)\n]*\))?(?<more>[^\n]*)\]?\s*(?:\[[^\n]*\]\s*)*public\s+(?:[\w<>,?\[\]. ]+\s+)?(?<method>\w+)\s*\(""")]
    private static partial Regex Action();

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex Parameter();

    [GeneratedRegex("/(?:health[a-z]*|alive|ready|readiness|live|liveness|metrics|openapi|swagger|scalar|favicon|error)(?:[/.]|$)", RegexOptions.IgnoreCase)]
    private static partial Regex AboutTheApi();

    // The path goes into a file: what is no path stays out of it.
    [GeneratedRegex(@"^/[\w\-./~!$&()*+,;=:@%]*$")]
    private static partial Regex Plain();
}
