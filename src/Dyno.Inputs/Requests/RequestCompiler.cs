namespace Dyno.Inputs;

/// <summary>
/// Compiles a draft to what the wire drivers send: variables are put in, generated values become slots, and columns stay as
/// <c>{{column}}</c> for the feed.
/// </summary>
internal static class RequestCompiler
{
    /// <summary>Compiles a draft that the reader has checked.</summary>
    /// <exception cref="InvalidOperationException">The draft needs an answer, or its URL is invalid.</exception>
    public static HttpRequestPlan Compile(RequestDraft draft)
    {
        var problems = new ProblemList();
        return Compile(draft, new SourcePlace(problems, "request")) ?? throw new InvalidOperationException("the draft is not a request that a wire driver can send");
    }

    /// <summary>Compiles a draft; null when there is a problem, which was then reported.</summary>
    /// <param name="draft">The draft; without slots that need an answer.</param>
    public static HttpRequestPlan? Compile(RequestDraft draft, SourcePlace place)
    {
        if (draft.Needs.Any()) return null;
        place = draft.In(place);
        var slots = new SlotNames();
        if (!TargetUrl.TryRead(slots.Mark(VariableValue.Flatten(draft.Url)), place, out var url, out var authorization)) return null;
        var headers = draft.Headers.Select(h => new HeaderField(h.Name, slots.Mark(VariableValue.Flatten(h.Value)))).ToImmutableArray();
        if (authorization is { } basic && HeaderList.Find(headers, basic.Name) is null) headers = headers.Add(basic);
        var plan = new HttpRequestPlan
        {
            Name = draft.Name ?? RequestNames.Default(draft.Method, VariableValue.Shown(draft.Url)),
            Method = draft.Method,
            Url = url,
            Headers = headers,
            Body = BytesOf(draft.Body, slots),
        };
        if (draft.Grpc is { } call) plan = plan with { Method = "POST", Grpc = call with { Texts = MessageTexts.Split(plan.Body) } };
        if (draft.WebSocket is { } socket)
            plan = plan with { Method = "GET", WebSocket = socket with { Messages = MessageTexts.Split(plan.Body) }, Body = default };
        return plan with { Slots = slots.All, Checks = draft.Checks, ShownUrl = ShownUrl(draft) };
    }

    /// <summary>The bytes of a draft's body, also of a request that comes after another one. Its texts have no slots that need an answer.</summary>
    public static ReadOnlyMemory<byte> BodyOf(RequestDraft draft) => BytesOf(draft.Body, new SlotNames());

    // The URL to show; null when the URL itself may be shown, because it has no slots and no secrets.
    private static string? ShownUrl(RequestDraft draft)
    {
        var shown = VariableValue.Shown(draft.Url);
        return shown.IsLiteral ? null : shown.Written;
    }

    private static ReadOnlyMemory<byte> BytesOf(ImmutableArray<BodyPart> parts, SlotNames slots)
    {
        if (parts is [{ Text: null } only]) return only.Bytes;
        var bytes = new MemoryStream();
        foreach (var part in parts)
            if (part.Text is null) bytes.Write(part.Bytes.Span);
            else bytes.Write(part.Encoding.GetBytes(slots.Mark(VariableValue.Flatten(part.Text))));
        return bytes.ToArray();
    }

    // Names that no text has by accident; one name for each value, because each place draws its own value.
    private sealed class SlotNames
    {
        private readonly ImmutableArray<GeneratedSlot>.Builder _slots = ImmutableArray.CreateBuilder<GeneratedSlot>();

        public ImmutableArray<GeneratedSlot> All => _slots.ToImmutable();

        public string Mark(TextTemplate text)
        {
            var marked = new StringBuilder();
            foreach (var part in text.Parts)
                marked.Append(part.Source switch
                {
                    null => part.Text,
                    FeedColumn column => $"{{{{{column.Column}}}}}",
                    GeneratedValue value => $"{{{{{Add(value)}}}}}",
                    var other => throw new InvalidOperationException($"{other.GetType().Name} is not for the wire"),
                });
            return marked.ToString();
        }

        private string Add(GeneratedValue value)
        {
            var name = $"dyno~value~{_slots.Count}";
            _slots.Add(new GeneratedSlot(name, value));
            return name;
        }
    }
}
