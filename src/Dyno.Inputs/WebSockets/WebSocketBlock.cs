namespace Dyno.Inputs;

/// <summary>
/// A block <c>WEBSOCKET</c> of a .http file in JetBrains' form. Messages with a line <c>===</c> between them are sent at once; a line
/// <c>=== wait-for-server</c> waits for the answers first. The messages between two waits are a request of their own.
/// </summary>
internal static class WebSocketBlock
{
    private const string Wait = "wait-for-server";

    public static IEnumerable<RequestDraft> Split(RequestDraft draft)
    {
        if (draft.WebSocket is null || draft.Body.Length == 0) return [draft];
        var groups = new List<ImmutableArray<BodyPart>>();
        var group = ImmutableArray.CreateBuilder<BodyPart>();
        foreach (var part in draft.Body)
        {
            if (part.Text is not { } text) { group.Add(part); continue; }
            var parts = ImmutableArray.CreateBuilder<TextPart>();
            foreach (var piece in text.Parts)
            {
                var pieces = piece.Source is null ? SplitText(piece.Text) : [null];
                for (var i = 0; i < pieces.Count; i++)
                {
                    if (i > 0) EndGroup();
                    parts.Add(pieces[i] is { } literal ? TextPart.Literal(literal) : piece);
                }
            }
            EndPart();

            void EndGroup()
            {
                EndPart();
                groups.Add(group.ToImmutable());
                group.Clear();
            }

            void EndPart()
            {
                if (parts.Count > 0) group.Add(part with { Text = new TextTemplate(parts.ToImmutable()) });
                parts.Clear();
            }
        }
        groups.Add(group.ToImmutable());
        return groups.Where(HasText).Select(body => draft with { Body = body }).DefaultIfEmpty(draft with { Body = [] });
    }

    private static bool HasText(ImmutableArray<BodyPart> body) =>
        body.Any(p => p.Text is null ? !p.Bytes.IsEmpty : p.Text.Parts.Any(t => t.Source is not null || t.Text.Trim().Length > 0));

    private static List<string?> SplitText(string text)
    {
        var pieces = new List<string?> { "" };
        foreach (var line in text.Split('\n'))
        {
            var isWait = line.TrimStart().StartsWith("===", StringComparison.Ordinal) && line.Contains(Wait, StringComparison.OrdinalIgnoreCase);
            if (isWait) pieces.Add("");
            else pieces[^1] += (pieces[^1]!.Length > 0 ? "\n" : "") + line;
        }
        return pieces;
    }
}
