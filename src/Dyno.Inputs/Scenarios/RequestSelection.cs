namespace Dyno.Inputs;

/// <summary>Selects requests: all, those of <c>--request</c> with the requests that these need, or those of one path.</summary>
internal static class RequestSelection
{
    private const string Separator = " / ";

    public static RequestSet Of(RequestSet set, LoadRequest request, ProblemList problems)
    {
        if (problems.Count > 0) return set;
        set = ByName(set, request.RequestNames, problems);
        return request.OnlyPath is { } path && problems.Count == 0 ? ByPath(set, path, problems) : set;
    }

    private static RequestSet ByName(RequestSet set, ImmutableArray<string> names, ProblemList problems)
    {
        if (names.IsDefaultOrEmpty) return set;
        var known = set.Requests.Select(NameOf).Concat(set.Requests.Select(r => r.Label).OfType<string>())
            .Concat(set.Requests.SelectMany(r => FoldersOf(NameOf(r)))).Distinct().ToList();
        foreach (var name in names.Where(n => !known.Contains(n, StringComparer.OrdinalIgnoreCase)))
            problems.Add("--request", $"no request has the name \"{InText.Quote(name)}\"",
                $"write {(NearestWord.Find(name, known) is { } meant ? $"\"{meant}\"" : $"one of {string.Join(", ", known.Take(20).Select(k => $"\"{Redaction.Text(k)}\""))}")}");
        if (problems.Count > 0) return set;
        var kept = set.Requests.Where(r => names.Any(n => IsCalled(r, n))).ToHashSet();
        // Requests that are needed are selected as well. They stand above the requests that need them, so one pass from the end is enough.
        foreach (var request in set.Requests.Reverse())
            if (request.Label is { } label && kept.Any(k => k.Needs.Contains(label))) kept.Add(request);
        return set with { Requests = [.. set.Requests.Where(kept.Contains)] };
    }

    private static bool IsCalled(RequestDraft request, string name) =>
        name.Equals(request.Label, StringComparison.OrdinalIgnoreCase) || name.Equals(NameOf(request), StringComparison.OrdinalIgnoreCase)
        || NameOf(request).StartsWith(name + Separator, StringComparison.OrdinalIgnoreCase);

    // Postman / Orders / Archive: the folders of a request, whose names mean all requests in them.
    private static IEnumerable<string> FoldersOf(string name)
    {
        for (var at = name.IndexOf(Separator, StringComparison.Ordinal); at >= 0; at = name.IndexOf(Separator, at + 1,
            StringComparison.Ordinal)) yield return name[..at];
    }

    private static string NameOf(RequestDraft request) => request.Name ?? RequestNames.Default(request.Method, VariableValue.Shown(request.Url));

    private static RequestSet ByPath(RequestSet set, string path, ProblemList problems)
    {
        var kept = set with { Requests = [.. set.Requests.Where(r => PathOf(r) == path)] };
        if (kept.Requests.IsEmpty)
            (set.Requests is [var first, ..] ? first.In(new(problems, set.Source)) : new(problems, set.Source)).Problem($"no request has the path {path}",
                $"write one of these: {string.Join(", ", set.Requests.Select(PathOf).OfType<string>().Distinct())}");
        return kept;
    }

    private static string? PathOf(RequestDraft request) =>
        request.Needs.Any() ? null : RequestCompiler.Compile(request, new SourcePlace(new ProblemList(), ""))?.Url.AbsolutePath;
}
