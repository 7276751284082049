namespace Dyno.Import;

/// <summary>Reads an HTTP archive (HAR 1.2), which a browser or a proxy has recorded. The answers in it are skipped.</summary>
internal static class HarReader
{
    // Members that are not read: most of a recording is about answers, not requests.
    private static readonly HashSet<string> Unread =
        ["response", "timings", "cache", "pages", "_initiator", "_webSocketMessages", "_resourceType", "comment", "browser"];

    public static FileKind Kind { get; } = new([".har"], "HAR recording", LooksLikeHar, Read);

    public static RequestSet Read(InputContext context)
    {
        var before = context.Problems.Count;
        var document = DocumentReader.Read(context.Bytes, context.Place, Unread.Contains);
        var requests = new List<RequestDraft>();
        var left = new HarLeftovers();
        if (document?["log"]?["entries"] is { Kind: NodeKind.Array } entries)
        {
            foreach (var entry in entries.Items)
                if (HarEntry.Read(entry, left, context.Place) is { } request) requests.Add(request);
            left.Say(entries.In(context.Place));
            SayMissing(document["log"]!, requests, entries.In(context.Place));
        }
        else if (context.Problems.Count == before)
            (document?["log"] ?? document)?.In(context.Place).Problem("this is not an HTTP archive: it has no log.entries", "export it from the browser's developer tools (Network, Save all as HAR)");

        if (requests.Count == 0 && context.Problems.Count == before)
            document!["log"]!["entries"]!.In(context.Place).Problem("the recording has no request over http or https", "record some requests, and export the recording again");
        return new RequestSet
        {
            Name = Path.GetFileNameWithoutExtension(context.Path),
            InputKind = "har",
            Source = context.Path,
            Requests = [.. requests],
        };
    }

    // Chrome and the browsers built on it leave credentials out of a recording unless asked to keep them.
    private static void SayMissing(DocumentNode log, List<RequestDraft> requests, SourcePlace place)
    {
        if (log["creator"]?.Of("name") is not "WebInspector" || requests.Any(r => r.Headers.Any(h => Credentials.Contains(h.Name, StringComparer.OrdinalIgnoreCase)))) return;
        if (requests.Count > 0)
            place.Warning("no request of the recording has Authorization or Cookie; Chrome and Edge leave them out of an exported HAR",
                "if the requests need a login, record again and choose \"Export HAR (with sensitive data)...\" (Settings, Preferences, Network: \"Allow to generate HAR with sensitive data\"), or give -H 'Authorization: …'");
    }

    private static readonly string[] Credentials = ["Authorization", "Cookie"];

    private static bool LooksLikeHar(ContentSample sample) => sample.IsJson && sample.Keys.Contains("log")
        && (sample.Start.Contains("\"creator\"", StringComparison.Ordinal) || sample.Start.Contains("\"entries\"", StringComparison.Ordinal));
}

/// <summary>Counts what is not a request in a recording, so that each kind is reported once.</summary>
internal sealed class HarLeftovers
{
    public int OtherSchemes { get; set; }

    public int Http2 { get; set; }

    public void Say(SourcePlace place)
    {
        if (OtherSchemes > 0) place.Warning($"{(OtherSchemes == 1 ? "1 entry is left out: it is no request" : $"{OtherSchemes} entries are left out: they are not requests")} over http or https (data:, blob:, ws: …)");
        if (Http2 > 0) place.Warning($"{(Http2 == 1 ? "1 request was" : $"{Http2} requests were")} recorded over HTTP/2 or HTTP/3", "give dyno run --http2 or --http3 to send all requests with that version");
    }
}
