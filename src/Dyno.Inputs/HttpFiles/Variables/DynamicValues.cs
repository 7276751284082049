namespace Dyno.Inputs;

/// <summary>
/// Names that begin with <c>$</c>, in the spellings of Visual Studio and REST Client (<c>$randomInt 1 10</c>) and of
/// JetBrains (<c>$random.integer(1, 10)</c>).
/// </summary>
internal sealed partial class DynamicValues
{
    private readonly DotEnvFile _dotEnv;
    private readonly ImmutableArray<DynamicName> _names;

    public DynamicValues(DotEnvFile dotEnv)
    {
        _dotEnv = dotEnv;
        _names =
        [
            new("$guid", "{{$guid}}", a => a.IsEmpty ? new GuidValue() : null),
            new("$uuid", "{{$uuid}}", a => a.IsEmpty ? new GuidValue() : null),
            new("$random.uuid", "{{$random.uuid}}", a => a.IsEmpty ? new GuidValue() : null),
            new("$randomInt", "{{$randomInt 1 100}} (the upper end is excluded), or {{$randomInt}} for 0 to 999", RandomInt),
            new("$random.integer", "{{$random.integer(1, 100)}}", RandomInt),
            new("$random.float", "{{$random.float(0, 1)}}", RandomFloat),
            new("$random.alphabetic", "{{$random.alphabetic(10)}}", a => RandomText(a, RandomTextValue.Letters)),
            new("$random.alphanumeric", "{{$random.alphanumeric(10)}}", a => RandomText(a, RandomTextValue.LettersAndDigits)),
            new("$random.hexadecimal", "{{$random.hexadecimal(10)}}", a => RandomText(a, RandomTextValue.HexDigits)),
            new("$random.email", "{{$random.email}}", a => a.IsEmpty ? new RandomTextValue(RandomTextValue.Letters, 10, "@example.com") : null),
            new("$timestamp", "{{$timestamp}} or {{$timestamp -1 d}}", a => TimeShiftText.TryRead(a, out var shift) ? new UnixTimeValue(shift) : null),
            new("$timestampMs", "{{$timestampMs}}, milliseconds since 1970", a => a.IsEmpty ? new UnixMillisecondsValue() : null),
            new("$random.text", "{{$random.text(abc123, 8)}}, 8 of these characters", RandomOf),
            new("$isoTimestamp", "{{$isoTimestamp}}", a => TimeShiftText.TryRead(a, out var shift) ? new DateTimeValue(DateFormat.Iso8601, shift, false) : null),
            new("$datetime", "{{$datetime iso8601}}, {{$datetime \"yyyy-MM-dd\" 1 d}} or {{$datetime rfc1123}}", a => Date(a, isLocal: false)),
            new("$localDatetime", "{{$localDatetime iso8601}} or {{$localDatetime \"yyyy-MM-dd\" 1 d}}", a => Date(a, isLocal: true)),
        ];
    }

    public ValueSource? Read(string written, SourcePlace place, int column)
    {
        var words = Words().Matches(written).Select(m => m.Value).ToImmutableArray();
        var (name, arguments) = (words[0], words.RemoveAt(0));
        if (name is "$processEnv" or "$dotenv") return External(name, arguments, place, column);
        if (name.StartsWith("$env.", StringComparison.Ordinal)) return External("$processEnv", [name[5..]], place, column);
        if (name is "$aadToken" or "$aadV2Token" or "$oidcAccessToken")
            return Fail(place, column, $"{InText.Quote(name)} needs the login of an editor, which Dyno does not have",
                "write {{$auth.token(\"id\")}} with a login under Security.Auth in http-client.env.json, or {{$processEnv TOKEN}} with a token");
        if (arguments.IsEmpty && Importers.All.Invent(name) is { } invented) return invented;
        if (_names.FirstOrDefault(n => n.Name == name) is not { } known) return Unknown(name, place, column);
        return known.Read(arguments) ?? Fail(place, column, $"{name} does not take this: \"{InText.Quote(written)}\"", $"write {known.Usage}");
    }

    private ValueSource? External(string source, ImmutableArray<string> arguments, SourcePlace place, int column)
    {
        if (arguments.Length != 1) return Fail(place, column, $"{source} needs one name", $"write {{{{{source} NAME}}}}");
        var name = arguments[0].TrimStart('%');
        if (source == "$dotenv")
            return _dotEnv.Find(name) is { } known
                ? new VariableValue(name, TextTemplate.Of(known), VariableOrigin.DotEnv)
                : Fail(place, column, $"there is no \"{InText.Quote(name)}\" in {_dotEnv.Shown}", $"write {InText.Quote(name)}=value into a file .env beside this file");
        return name.Length > 0 && Environment.GetEnvironmentVariable(name) is { } value
            ? new VariableValue(name, TextTemplate.Of(value), VariableOrigin.Process)
            : Fail(place, column, $"the environment variable \"{InText.Quote(name)}\" is not set", $"set it before Dyno starts: {InText.Quote(name)}=value dyno run …");
    }

    private ValueSource? Unknown(string name, SourcePlace place, int column)
    {
        var known = _names.Select(n => n.Name).Append("$processEnv").Append("$dotenv").Concat(Importers.All.InventedNames);
        return Fail(place, column, $"\"{InText.Quote(name)}\" is not a value that Dyno can generate", NearestWord.Find(name, known) is { } meant
            ? $"write {{{{{meant}}}}}"
            : "write $guid, $randomInt, $timestamp, $datetime, $localDatetime, $processEnv or $dotenv");
    }

    private static ValueSource? Fail(SourcePlace place, int column, string what, string writeInstead)
    {
        place.Problem(what, writeInstead, column);
        return null;
    }

    private static RandomIntegerValue? RandomInt(ImmutableArray<string> arguments)
    {
        if (arguments.IsEmpty) return new RandomIntegerValue(0, 1000);
        return arguments.Length == 2 && Whole(arguments[0]) is { } min && Whole(arguments[1]) is { } max && min < max
            ? new RandomIntegerValue(min, max)
            : null;
    }

    private static RandomFloatValue? RandomFloat(ImmutableArray<string> arguments)
    {
        if (arguments.IsEmpty) return new RandomFloatValue(0, 1000);
        return arguments.Length == 2 && Real(arguments[0]) is { } min && Real(arguments[1]) is { } max && min < max
            ? new RandomFloatValue(min, max)
            : null;
    }

    private static RandomTextValue? RandomText(ImmutableArray<string> arguments, string alphabet) =>
        arguments.Length == 1 && Whole(arguments[0]) is >= 1 and <= 10_000 and var length ? new RandomTextValue(alphabet, (int)length) : null;

    private static RandomTextValue? RandomOf(ImmutableArray<string> arguments) =>
        arguments.Length == 2 && arguments[0].All(char.IsAscii) && !arguments[0].Any(char.IsControl) && Whole(arguments[1]) is >= 1 and <= 10_000 and var length
            ? new RandomTextValue(arguments[0], (int)length) : null;

    private static DateTimeValue? Date(ImmutableArray<string> arguments, bool isLocal)
    {
        var format = DateFormat.Read(arguments.IsEmpty ? "iso8601" : arguments[0], isLocal);
        var rest = arguments.IsEmpty ? arguments : arguments.RemoveAt(0);
        return format is not null && TimeShiftText.TryRead(rest, out var shift) ? new DateTimeValue(format, shift, isLocal) : null;
    }

    private static long? Whole(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static double? Real(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null;

    // Blanks, commas and parentheses separate words; a quoted text is one word.
    [GeneratedRegex(@"""[^""]*""|'[^']*'|[^\s(),]+", RegexOptions.CultureInvariant)]
    private static partial Regex Words();

    private sealed record DynamicName(string Name, string Usage, Func<ImmutableArray<string>, ValueSource?> Read);
}
