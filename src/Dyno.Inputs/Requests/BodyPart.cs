namespace Dyno.Inputs;

/// <summary>A piece of a body: a text that may have slots, or bytes. Either may come from a file.</summary>
internal sealed record BodyPart
{
    /// <summary>The text; null for bytes.</summary>
    public TextTemplate? Text { get; init; }

    /// <summary>The encoding of the text. Default UTF-8 without a byte order mark.</summary>
    public Encoding Encoding { get; init; } = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);

    /// <summary>The bytes, when there is no text.</summary>
    public ReadOnlyMemory<byte> Bytes { get; init; }

    /// <summary>The file that holds this piece, as the input names it; null when the input itself holds it.</summary>
    public string? File { get; init; }

    public static BodyPart Of(TextTemplate text) => new() { Text = text };
}
