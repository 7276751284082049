namespace Dyno.Inputs;

/// <summary>The headers of a block, up to the first blank line.</summary>
internal sealed record DraftHead(ImmutableArray<HeaderField> Headers, ControlState Control, int BodyStart)
{
    /// <summary>The line of each header in the file; headers that were added later have no line.</summary>
    public ImmutableArray<int> Lines { get; init; } = [];

    public static DraftHead Read(ImmutableArray<SessionLine> block, HeaderField? authorization, SourcePlace place)
    {
        var headers = ImmutableArray.CreateBuilder<HeaderField>();
        var lines = ImmutableArray.CreateBuilder<int>();
        var control = new ControlState();
        var at = 1;
        for (; at < block.Length && !block[at].IsBlank && !block[at].StartsStoredResponse; at++)
        {
            var here = block[at].In(place);
            if (IsMisplaced(block[at].Text, here)) return new(headers.ToImmutable(), control, block.Length);
            if (!HeaderLine.TryRead(block[at].Text, here, out var field)) continue;
            if (ControlHeaders.IsOne(field.Name)) control = ControlHeaders.Apply(control, field.Name, field.Value, here);
            else Add(headers, field, here);
            while (lines.Count < headers.Count) lines.Add(block[at].Number);
        }

        if (authorization is { } basic && HeaderList.Find(headers, basic.Name) is null) headers.Add(basic);
        return new(headers.ToImmutable(), control, at) { Lines = lines.ToImmutable() };
    }

    private static void Add(ImmutableArray<HeaderField>.Builder headers, HeaderField field, SourcePlace place)
    {
        if (HeaderList.IsRepeated(headers, field))
            place.Problem($"the request has \"{field.Name}\" twice", "keep one of them");
        else if (!HeaderList.IsWrittenByDyno(field.Name))
            headers.Add(field);
        else if (!field.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase))
            place.Warning($"\"{field.Name}\" is left out: Dyno sends the body whole, with its length");
    }

    // Lines that cannot be headers because something above them is missing are reported as one problem, not as one per line.
    private static bool IsMisplaced(string line, SourcePlace place)
    {
        if (RequestLine.LooksLikeOne(line))
            place.Problem("a second request starts here", "write a line of 66 dashes before it");
        else if (line[0] is '{' or '[' or '<')
            place.Problem("a body seems to start among the headers", "write an empty line before it");
        else return false;
        return true;
    }
}
