namespace Dyno.Http;

/// <summary>Random characters followed by a fixed text.</summary>
/// <param name="Alphabet">The characters to draw from; ASCII.</param>
/// <param name="Length">Number of random characters, 1 to 10,000.</param>
/// <param name="Suffix">The fixed text after the random characters; ASCII.</param>
public sealed record RandomTextValue(string Alphabet, int Length, string Suffix = "") : GeneratedValue
{
    /// <summary>a to z and A to Z.</summary>
    public const string Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    public const string LettersAndDigits = Letters + "0123456789_";

    /// <summary>0 to 9 and A to F.</summary>
    public const string HexDigits = "0123456789ABCDEF";

    public override int MaxLength => Length + Suffix.Length;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        for (var i = 0; i < Length; i++) destination[i] = (byte)Alphabet[maker.Random.Next(Alphabet.Length)];
        for (var i = 0; i < Suffix.Length; i++) destination[Length + i] = (byte)Suffix[i];
        return MaxLength;
    }
}
