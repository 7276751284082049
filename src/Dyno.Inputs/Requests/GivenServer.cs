namespace Dyno.Inputs;

/// <summary>The server that <c>--base-url</c> names in place of the hosts of a file.</summary>
internal static class GivenServer
{
    /// <summary>The request with the server to which all of its requests go; unchanged when none is named.</summary>
    /// <param name="problems">Receives what is wrong with the address.</param>
    public static LoadRequest Of(LoadRequest request, ProblemList problems) => request is { BaseUrl: { } text, RebaseTo: null }
        ? request with { RebaseTo = Read(text, problems) ?? LoadOpening.NotYetKnown } // no further problems because of this one
        : request;

    private static Uri? Read(string text, ProblemList problems)
    {
        var isUrl = Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" && url.Host.Length > 0;
        if (isUrl && url is { PathAndQuery: "/", Fragment: "", UserInfo: "" }) return url;
        if (isUrl) problems.Add("--base-url", $"{Redaction.Text(text)} is more than the address of a server", $"write {url!.Scheme}://{url.Authority}, and the path as TARGET or in the file");
        else problems.Add("--base-url", $"'{Redaction.Text(text)}' is not the address of a server", "write http://localhost:5000");
        return null;
    }
}
