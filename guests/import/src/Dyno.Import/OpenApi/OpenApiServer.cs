namespace Dyno.Import;

/// <summary>
/// The address of the API: the first server, as the variable <c>baseUrl</c>. Where a path or an operation names its own server, that
/// server counts, as <c>baseUrl2</c> and so on.
/// </summary>
internal sealed class OpenApiServer(ImportScope scope, SourcePlace place)
{
    private const string Local = "http://localhost:5000";
    private readonly Dictionary<string, string> _variables = new(StringComparer.Ordinal);

    /// <summary>The text at the beginning of URLs whose path and operation name no server.</summary>
    public string OfDocument(DocumentNode document)
    {
        var url = UrlOf(document.All("servers").FirstOrDefault());
        if (!url.Contains("://", StringComparison.Ordinal))
        {
            url = OnLocal(url);
            if (!scope.IsGiven("baseUrl"))
                place.Warning($"the document does not give the address of the API; {url} is used", "give --var baseUrl=http://HOST:PORT, or change @baseUrl in the new file");
        }

        if (document.All("servers").Count > 1) place.Warning("the document has several servers; the first one is used", "give --var baseUrl=URL for another server");
        return Slot(url);
    }

    /// <summary>The server of a path or an operation that names its own; null for one that names none.</summary>
    public string? Of(DocumentNode owner)
    {
        if (owner.All("servers") is not [var first, ..]) return null;
        var url = UrlOf(first);
        return Slot(url.Contains("://", StringComparison.Ordinal) ? url : OnLocal(url));
    }

    private string Slot(string url)
    {
        if (_variables.TryGetValue(url, out var known)) return $"{{{{{known}}}}}";
        var name = _variables.Count == 0 ? "baseUrl" : $"baseUrl{_variables.Count + 1}";
        _variables[url] = name;
        scope.Set(name, url);
        return $"{{{{{name}}}}}";
    }

    private static string OnLocal(string url) => Local + (url.Length == 0 || url.StartsWith('/') ? url : "/" + url);

    private static string UrlOf(DocumentNode? server)
    {
        var url = server?.Of("url") ?? "";
        foreach (var (name, variable) in server?["variables"]?.Members ?? [])
            url = url.Replace($"{{{name}}}", variable.Of("default") ?? variable.All("enum").FirstOrDefault()?.Text ?? name, StringComparison.Ordinal);
        return url.TrimEnd('/');
    }
}
