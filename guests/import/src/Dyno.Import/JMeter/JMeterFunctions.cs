namespace Dyno.Import;

/// <summary>The functions of JMeter for which Dyno has a value; each slot is written as in a <c>.http</c> file.</summary>
internal static class JMeterFunctions
{
    /// <summary>The value; null when Dyno has none.</summary>
    /// <param name="name">With the two underscores.</param>
    /// <param name="arguments">As written; there may be slots in them.</param>
    public static TextPart? Find(string name, List<string> arguments, ImportScope scope) => name switch
    {
        "__UUID" => TextPart.Slot("$guid", new GuidValue()),
        "__Random" => Random(Known(arguments, 0, scope), Known(arguments, 1, scope)),
        "__RandomString" => RandomText(Known(arguments, 0, scope), Known(arguments, 1, scope)),
        "__time" => Time(Known(arguments, 0, scope) ?? ""),
        "__P" => Property(arguments, scope, "1"),
        "__property" => Property([Argument(arguments, 0), Argument(arguments, 2)], scope, null),
        "__V" or "__evalVar" => Known(arguments, 0, scope) is { Length: > 0 } variable ? scope.Slot(variable) : null,
        "__urlencode" => Known(arguments, 0, scope) is { } plain ? TextPart.Literal(Uri.EscapeDataString(plain)) : null,
        "__char" => Known(arguments, 0, scope) is { } code && int.TryParse(code, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is > 0 and < 0xD800 && arguments.Count == 1 ? TextPart.Literal(((char)number).ToString()) : null,
        _ => null,
    };

    private static string Argument(List<string> arguments, int index) => index < arguments.Count ? arguments[index] : "";

    private static string? Known(List<string> arguments, int index, ImportScope scope) => scope.ReadKnown(Argument(arguments, index))?.Trim();

    // A property is given to JMeter as -Jname=value, and to Dyno as --var name=value.
    private static TextPart? Property(List<string> arguments, ImportScope scope, string? otherwise)
    {
        if (Known(arguments, 0, scope) is not { Length: > 0 } name) return null;
        if (scope.IsGiven(name)) return scope.Slot(name);
        if (arguments.Count < 2 && otherwise is not null) return TextPart.Literal(otherwise);
        return Known(arguments, 1, scope) is { } value && (value.Length > 0 || otherwise is not null) ? TextPart.Literal(value) : null;
    }

    // The upper end is part of the range in JMeter.
    private static TextPart? Random(string? from, string? to)
    {
        if (!long.TryParse(from, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var min)) return null;
        if (!long.TryParse(to, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var max) || max < min || max == long.MaxValue) return null;
        return TextPart.Slot($"$randomInt {min} {max + 1}", new RandomIntegerValue(min, max + 1));
    }

    private static TextPart? RandomText(string? length, string? characters)
    {
        if (!int.TryParse(length, NumberStyles.None, CultureInfo.InvariantCulture, out var count) || count is < 1 or > 10_000
            || characters is null) return null;
        if (characters.Length == 0) return TextPart.Slot($"$random.alphanumeric({count})", new RandomTextValue(RandomTextValue.LettersAndDigits, count));
        return characters.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')
            ? TextPart.Slot($"$random.text({characters}, {count})", new RandomTextValue(characters, count))
            : null;
    }

    private static TextPart? Time(string format)
    {
        if (format.Length == 0) return TextPart.Slot("$timestampMs", new UnixMillisecondsValue());
        if (format == "/1000") return TextPart.Slot("$timestamp", new UnixTimeValue(TimeShift.None));
        if (OfJava(format) is not { } known || DateFormat.Read($"\"{known}\"", isLocal: true) is not { } read) return null;
        return TextPart.Slot($"$localDatetime \"{known}\"", new DateTimeValue(read, TimeShift.None, IsLocal: true));
    }

    // SimpleDateFormat's offset from UTC with a colon: three times this letter.
    private static readonly string JavaOffset = new('X', 3);

    // The letters that mean the same in SimpleDateFormat and in .NET, and those that have another name there.
    private static string? OfJava(string format)
    {
        var text = format.Replace("SSS", "fff", StringComparison.Ordinal).Replace(JavaOffset, "zzz", StringComparison.Ordinal);
        var isQuoted = false;
        foreach (var letter in text)
        {
            if (letter == '\'') isQuoted = !isQuoted;
            else if (!isQuoted && (letter is '"' or '{' or '}'
                || (char.IsAsciiLetter(letter) && letter is not ('y' or 'M' or 'd' or 'H' or 'h' or 'm' or 's' or 'f' or 'z')))) return null;
        }

        return isQuoted || text.Contains('"', StringComparison.Ordinal) ? null : text;
    }
}
