using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.OpenApi;

/// <summary>Where the API is: the first server, as the variable <c>baseUrl</c>.</summary>
internal static class OpenApiServer
{
    private const string Local = "http://localhost:5000";

    /// <summary>The text URLs begin with.</summary>
    public static string Read(DocumentNode document, ImportScope scope, SourcePlace place)
    {
        var server = document.All("servers").FirstOrDefault();
        var url = server?.Of("url") ?? "";
        foreach (var (name, variable) in server?["variables"]?.Members ?? [])
            url = url.Replace($"{{{name}}}", variable.Of("default") ?? variable.All("enum").FirstOrDefault()?.Text ?? name, StringComparison.Ordinal);
        url = url.TrimEnd('/');
        if (!url.Contains("://", StringComparison.Ordinal))
        {
            url = Local + (url.Length == 0 || url.StartsWith('/') ? url : "/" + url);
            if (!scope.IsGiven("baseUrl"))
                place.Warning($"the document does not say where the API is; {url} is taken", "give --var baseUrl=http://HOST:PORT, or change @baseUrl in the new file");
        }

        if (document.All("servers").Count > 1) place.Warning("the first of several servers is taken", "give --var baseUrl=URL for another");
        scope.Set("baseUrl", url);
        return "{{baseUrl}}";
    }
}
