namespace Dyno.Inputs.Tests;

/// <summary>Files as they are met in the wild, by kind: <c>Corpus</c> can be loaded, <c>Malformed</c> cannot.</summary>
internal static partial class Corpus
{
    public static IEnumerable<string> Files(string kind, string folder) => FilesIn(Path.Combine(Root, kind, folder));

    /// <summary>The inputs in a folder.</summary>
    public static IEnumerable<string> FilesIn(string folder) => Directory.GetFiles(folder).Order(StringComparer.Ordinal).Where(IsInput);

    /// <summary>Reads a file as the command line does.</summary>
    public static RequestSet Read(string path, ProblemList problems) =>
        RequestSetReader.Read(new LoadRequest { Target = path }, [], problems);

    /// <summary>What was read, for a person to look through.</summary>
    public static string Describe(RequestSet set)
    {
        var text = new StringBuilder();
        var settings = set.Settings.Feed is { IsInline: true } ? set.Settings with { Feed = null } : set.Settings;
        if (settings != new FileSettings()) text.Append($"settings: {Describe(settings)}\n");
        if (set.Settings.Feed is { IsInline: true, Feed: { } feed })
            foreach (var row in feed.Rows) text.Append($"row ({feed.Order}): {string.Join(" | ", row)}\n");
        foreach (var variable in set.Variables) text.Append($"@{variable.Name} = {variable.Value}\n");
        foreach (var request in set.Requests) Describe(request, text);
        return text.ToString();
    }

    /// <summary>Messages without the folder they happened in.</summary>
    public static string Scrub(string message) => message.Replace(Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    private static string Describe(FileSettings settings) => string.Join(", ",
        from property in typeof(FileSettings).GetProperties()
        let value = property.GetValue(settings)
        where value is not null
        let shown = value switch
        {
            FeedChoice feed => $"{feed.Path} {feed.Order}",
            System.Collections.IEnumerable many and not string => string.Join(" and ", many.Cast<object>()),
            _ => value.ToString(),
        }
        where shown.Length > 0
        orderby property.Name
        select $"{property.Name} = {shown}");

    private static void Describe(RequestDraft request, StringBuilder text)
    {
        text.Append($"[{request.Name ?? "-"}] {request.Method} {request.Url}{(request.Version is { } version ? $" {version}" : "")}\n");
        foreach (var header in request.Headers) text.Append($"  {header.Name}: {header.Value}\n");
        foreach (var part in request.Body) text.Append($"  | {Body(part)}\n");
        foreach (var check in request.Checks) text.Append($"  check {check.Text}\n");
        foreach (var threshold in request.Thresholds) text.Append($"  threshold {threshold}\n");
        if (request.Weight is { } weight) text.Append($"  weight {weight}\n");
        if (request.Needs.Any()) text.Append($"  needs {string.Join(", ", request.Needs)}\n");
    }

    private static string Body(BodyPart part) =>
        (part.Text?.Written ?? Encoding.UTF8.GetString(part.Bytes.Span)).Replace("\r", "\\r", StringComparison.Ordinal).Replace("\n", "\n  | ", StringComparison.Ordinal);

    /// <summary>Stands in the place of the calling file, so that each project has its approved texts beside its files.</summary>
    public static string TestFile => Path.Combine(Root, "Corpora", "CorpusTests.cs");

    // Beside the inputs lie the bodies they name.
    private static bool IsInput(string path) => Path.GetExtension(path) is not (".txt" or ".bin");
}
