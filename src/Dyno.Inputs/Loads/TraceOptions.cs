namespace Dyno.Inputs;

internal static class TraceOptions
{
    private const string Place = "{traceId}";

    /// <summary>The share of the requests whose traces the server is asked to record; 0 without <c>--trace</c>.</summary>
    public static double Share(LoadRequest request, ProblemList problems)
    {
        CheckUrl(request, problems);
        if (request.Trace is not { } text) return 0;
        if (text.Equals("all", StringComparison.OrdinalIgnoreCase)) return 1;
        if (FigureUnit.Share.TryRead(text, out var share) && share is > 0 and <= 1) return share;
        problems.Add("--trace", $"this is not a share above 0 and up to 100%: \"{InText.Quote(text)}\"", "write --trace all, or --trace 1%");
        return 0;
    }

    private static void CheckUrl(LoadRequest request, ProblemList problems)
    {
        if (request.TraceUrl is not { } text) return;
        const string example = "write --trace-url 'http://localhost:16686/trace/{traceId}'";
        if (request.Trace is null) problems.Add("--trace-url", "there are no traces to show", "add --trace all, or --trace 1%");
        if (!text.Contains(Place, StringComparison.Ordinal)) problems.Add("--trace-url", $"the address has no place for the id: {Place}", example);
        else if (!Uri.TryCreate(text.Replace(Place, "0", StringComparison.Ordinal), UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https"))
            problems.Add("--trace-url", $"this is not an http or https address: \"{InText.Quote(text)}\"", example);
        else if (url.UserInfo.Length > 0) problems.Add("--trace-url", "the address has a user or a password, which every report would show", "leave them out: the viewer asks for them");
    }
}
