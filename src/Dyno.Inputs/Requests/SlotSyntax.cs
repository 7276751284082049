namespace Dyno.Inputs;

/// <summary>How a tool writes a variable in a text.</summary>
/// <param name="Start">What every slot begins with; a text without it has no slots.</param>
/// <param name="Split">Splits a text into literal pieces and names, in order.</param>
internal sealed partial record SlotSyntax(string Start, Func<string, IEnumerable<SlotPiece>> Split)
{
    /// <summary><c>{{name}}</c>: Postman, Bruno, OpenAPI and many others.</summary>
    public static SlotSyntax Braces { get; } = new("{{", SplitBraces);

    private static IEnumerable<SlotPiece> SplitBraces(string text)
    {
        var from = 0;
        foreach (Match slot in Name().Matches(text))
        {
            yield return new(text[from..slot.Index], null);
            yield return new("", slot.Groups[1].Value.Trim());
            from = slot.Index + slot.Length;
        }

        yield return new(text[from..], null);
    }

    [GeneratedRegex(@"\{\{([^{}]{1,200})\}\}")]
    private static partial Regex Name();
}

/// <summary>A piece of a text: a literal, or the name in a slot.</summary>
/// <param name="Literal">The literal; empty for a slot.</param>
/// <param name="Name">The name in the slot; null for a literal.</param>
internal readonly record struct SlotPiece(string Literal, string? Name);
