namespace Dyno.Inputs;

/// <summary>Splits the messages of a call: JSON texts, with a line <c>===</c> between two of them.</summary>
internal static class MessageTexts
{
    public static ImmutableArray<ReadOnlyMemory<byte>> Split(ReadOnlyMemory<byte> body)
    {
        var texts = ImmutableArray.CreateBuilder<ReadOnlyMemory<byte>>();
        var (start, at) = (0, 0);
        while (at < body.Length)
        {
            var end = body.Span[at..].IndexOf((byte)'\n');
            var next = end < 0 ? body.Length : at + end + 1;
            if (IsBoundary(body.Span[at..next]))
            {
                Add(body[start..EndOfText(body.Span, start, at)]);
                start = next;
            }
            at = next;
        }
        Add(body[start..]);
        return texts.ToImmutable();

        void Add(ReadOnlyMemory<byte> text)
        {
            var isEmpty = text.Span.Trim(" \t\r\n"u8).IsEmpty;
            if (!isEmpty) texts.Add(text);
        }
    }

    // The line break before a boundary belongs to the boundary.
    private static int EndOfText(ReadOnlySpan<byte> body, int start, int at)
    {
        if (at > start && body[at - 1] == '\n') at--;
        return at > start && body[at - 1] == '\r' ? at - 1 : at;
    }

    private static bool IsBoundary(ReadOnlySpan<byte> line) => line.Trim(" \t\r\n"u8).StartsWith("==="u8);
}
