namespace Dyno.Import;

/// <summary>
/// A text with places to fill: <c>&lt;first&gt;</c> takes a word of a list, <c>&lt;1-99&gt;</c> a whole number with both ends,
/// <c>&lt;digits:4&gt;</c> so many characters.
/// </summary>
internal static partial class InventedPattern
{
    private const string Lower = "abcdefghijklmnopqrstuvwxyz";
    private const string Digits = "0123456789";

    public static GeneratedValue Read(string pattern)
    {
        var parts = ImmutableArray.CreateBuilder<GeneratedValue>();
        var from = 0;
        foreach (Match place in Place().Matches(pattern))
        {
            AddText(pattern[from..place.Index]);
            parts.Add(place.Groups["word"].Success ? Words(place.Groups["word"].Value)
                : place.Groups["count"].Success ? new RandomTextValue(AlphabetOf(place.Groups["of"].Value), Whole(place.Groups["count"].Value))
                : new RandomIntegerValue(Whole(place.Groups["min"].Value), Whole(place.Groups["max"].Value) + 1));
            from = place.Index + place.Length;
        }

        AddText(pattern[from..]);
        return parts.Count == 1 ? parts[0] : new ComposedValue(parts.ToImmutable());

        void AddText(string text)
        {
            if (text.Length > 0) parts.Add(new ChosenTextValue([text]));
        }
    }

    private static ChosenTextValue Words(string name) => new(InventedWords.Of(name));

    private static int Whole(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private static string AlphabetOf(string name) => name switch
    {
        "digits" => Digits,
        "hex" => Digits + "abcdef",
        "upper" => Lower.ToUpperInvariant(),
        "alphanumeric" => Lower + Digits,
        "base58" => "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        "password" => RandomTextValue.LettersAndDigits,
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "there is no such alphabet"),
    };

    [GeneratedRegex(@"<(?:(?<word>[A-Za-z]\w*)|(?<of>[a-z]\w*):(?<count>[0-9]+)|(?<min>-?[0-9]+)-(?<max>[0-9]+))>", RegexOptions.CultureInvariant)]
    private static partial Regex Place();
}
