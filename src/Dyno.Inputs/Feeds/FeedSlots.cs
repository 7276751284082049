namespace Dyno.Inputs;

/// <summary>Compares the slots of requests with the columns of a feed.</summary>
internal static partial class FeedSlots
{
    /// <summary>Reports slots without a column, and a feed that no request uses.</summary>
    /// <param name="requests">The requests as they are sent.</param>
    public static void Check(ImmutableArray<HttpRequestPlan> requests, ImmutableArray<SourcePlace> places, DataFeed feed)
    {
        var used = false;
        foreach (var (request, place) in requests.Zip(places))
        {
            foreach (var name in NamesIn(Uri.UnescapeDataString(request.Url.PathAndQuery))) Judge(request, place, name, isBody: false);
            foreach (var name in request.Headers.SelectMany(h => NamesIn(h.Value))) Judge(request, place, name, isBody: false);
            foreach (var text in TextsOf(request))
                foreach (var name in NamesIn(Encoding.Latin1.GetString(text.Span))) Judge(request, place, name, isBody: true);
        }

        if (!used && places[0].Problems.Count == 0)
            places[0].Problem("no request uses a column of the data", $"write {{{{{feed.Columns[0]}}}}} in a URL, a header, a body or a message");

        // A body may have double braces of its own (a template, JSON in JSON): they are sent unchanged, with a warning.
        void Judge(HttpRequestPlan request, SourcePlace place, string name, bool isBody)
        {
            used |= feed.Columns.Contains(name);
            if (feed.Columns.Contains(name) || request.Slots.Any(s => s.Name == name)) return;
            var what = $"request {request.Name}: the data has no column \"{InText.Quote(name)}\"";
            var columns = NearestWord.Find(name, feed.Columns) is { } meant ? $"write {{{{{meant}}}}}" : $"write one of {string.Join(", ", feed.Columns.Take(20))}";
            if (isBody) place.Warning($"{what}; {{{{{InText.Quote(name)}}}}} is sent unchanged", columns);
            else place.Problem(what, columns);
        }
    }

    private static ImmutableArray<ReadOnlyMemory<byte>> TextsOf(HttpRequestPlan request) =>
        request.WebSocket is { } socket ? socket.Messages : [request.Body];

    private static IEnumerable<string> NamesIn(string text) => Slot().Matches(text).Select(m => m.Groups[1].Value.Trim()).Distinct();

    [GeneratedRegex(@"\{\{([^{}""]{1,100})\}\}")]
    private static partial Regex Slot();
}
