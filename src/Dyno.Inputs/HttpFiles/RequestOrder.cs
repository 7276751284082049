namespace Dyno.Inputs;

/// <summary>Checks that a request needs only the answers of requests above it, because requests are sent in the order of the file.</summary>
internal static class RequestOrder
{
    public static ImmutableArray<RequestDraft> Check(
        ImmutableArray<RequestDraft> requests, ILookup<int, Directive> after, SourcePlace place)
    {
        var above = new HashSet<string>(StringComparer.Ordinal);
        var needed = requests.SelectMany(r => r.Needs).ToHashSet(StringComparer.Ordinal);
        foreach (var request in requests)
        {
            foreach (var (slot, answer) in NeedsOf(request))
                if (!above.Contains(answer.Request)) Report(answer, slot, request, place);
            foreach (var directive in after[request.Line ?? 0])
                if (!above.Contains(directive.Argument)) Report(directive, requests, place);
            if (request.Once is not null && (request.Label is null || !needed.Contains(request.Label)))
                request.In(place).Problem("a request with # @once is sent before others, but no request needs it",
                    "write # @name login above it, and {{login.response.body.$.path}} or # @after login in the requests that need it");
            if (request.Label is { } label) above.Add(label);
        }

        return requests;
    }

    private static void Report(Directive after, ImmutableArray<RequestDraft> requests, SourcePlace place)
    {
        var labels = requests.Select(r => r.Label).OfType<string>().ToList();
        var what = labels.Contains(after.Argument)
            ? $"\"{InText.Quote(after.Argument)}\" is not above this request"
            : $"no request has the name \"{InText.Quote(after.Argument)}\"";
        (place with { Line = after.Line, Column = after.Column }).Problem(what, NearestWord.Find(after.Argument, labels) is { } meant
            ? $"write # @after {meant}, below that request"
            : "write \"# @name login\" above the request that comes first, and \"# @after login\" here");
    }

    private static IEnumerable<(TextPart Slot, AnswerValue Answer)> NeedsOf(RequestDraft request) =>
        from text in request.Texts
        from part in text.Parts
        let sources = part.Source is VariableValue variable ? VariableValue.Flatten(variable.Value).Sources : new[] { part.Source }.OfType<ValueSource>()
        from answer in sources.OfType<AnswerValue>()
        select (part, answer);

    private static void Report(AnswerValue answer, TextPart slot, RequestDraft request, SourcePlace place)
    {
        var what = request.Label == answer.Request
            ? $"the request \"{InText.Quote(answer.Request)}\" uses its own answer"
            : $"the answer of \"{InText.Quote(answer.Request)}\" is not available yet: that request is further down in the file";
        (place with { Line = slot.Line }).Problem(what, request.Label == answer.Request
            ? "name an earlier request"
            : $"move \"{InText.Quote(answer.Request)}\" above this request", slot.Column);
    }
}
