namespace Dyno.Inputs;

/// <summary>
/// Conditions on an answer as people write them: <c>status == 200</c>, <c>size &gt; 0</c>, <c>duration &lt; 50ms</c>,
/// <c>header Content-Type contains json</c>, <c>body contains "Hello"</c>.
/// </summary>
internal static partial class CheckText
{
    private const string Examples =
        "write it like 'status == 200', 'size > 0', 'duration < 50ms', 'header Content-Type contains json' or 'body contains \"Hello\"'";

    public static ResponseCheck? Read(string text, SourcePlace place)
    {
        var match = Check().Match(text.Trim());
        if (!match.Success) return Fail(place, $"this is not a check: \"{InText.Quote(text)}\"", Examples);
        var subject = SubjectOf(match.Groups["subject"].Value);
        var op = OperatorOf(match.Groups["op"].Value);
        var operand = Unquoted(match.Groups["operand"].Value);
        var check = new ResponseCheck(Shown(text.Trim(), match), subject, match.Groups["header"].Value, op, 0, operand);
        return subject is CheckSubject.Field ? OfField(check with { HeaderName = match.Groups["subject"].Value }, place)
            : subject is CheckSubject.Header or CheckSubject.Body ? OfText(check, place) : OfNumber(check, place);
    }

    /// <summary>The text for reports and results, without the value of a secret header.</summary>
    public static string Shown(string text) => Check().Match(text.Trim()) is { Success: true } match ? Shown(text.Trim(), match) : Redaction.Text(text);

    // The text is the name of the check in every report, so the value of a secret header must not be in it.
    private static string Shown(string text, Match match) => Redaction.IsSecretName(match.Groups["header"].Value)
        ? text[..match.Groups["operand"].Index] + Redaction.Mask
        : Redaction.Text(text);

    private static ResponseCheck? OfText(ResponseCheck check, SourcePlace place)
    {
        if (check.Operator is CheckOperator.Contains or CheckOperator.Equal or CheckOperator.NotEqual) return check;
        return Fail(place, $"<, <=, > and >= cannot compare text: \"{InText.Quote(check.Text)}\"", "write contains, == or !=");
    }

    private static ResponseCheck? OfField(ResponseCheck check, SourcePlace place)
    {
        if (FieldPath.Parse(check.HeaderName) is null) return Fail(place, $"this is not the path of a field: \"{InText.Quote(check.HeaderName)}\"", "write it like $.value or $.items[0].id");
        if (check.Operator is CheckOperator.Contains or CheckOperator.Equal or CheckOperator.NotEqual) return check;
        if (double.TryParse(check.Operand, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return check with { Number = number };
        return Fail(place, $"\"{InText.Quote(check.Operand)}\" is not a number to compare with", "write $.count > 5");
    }

    private static ResponseCheck? OfNumber(ResponseCheck check, SourcePlace place)
    {
        var name = check.Subject.ToString().ToLowerInvariant();
        if (check.Operator == CheckOperator.Contains)
            return Fail(place, $"\"{name}\" is a number, which \"contains\" cannot test: \"{InText.Quote(check.Text)}\"", "write ==, !=, <, <=, > or >=");
        if (NumberOf(check) is { } number) return check with { Number = number, Operand = "" };
        return Fail(place, $"{name} cannot be compared with \"{InText.Quote(check.Operand)}\"", check.Subject switch
        {
            CheckSubject.Status => "write a status code: status == 200",
            CheckSubject.Size => "write bytes, kB or MB: size > 1kB",
            _ => "write a time with its unit: duration < 50ms",
        });
    }

    private static double? NumberOf(ResponseCheck check) => check.Subject switch
    {
        CheckSubject.Status when GrpcStatus.Parse(check.Operand) is >= 0 and var code => code,
        CheckSubject.Status => int.TryParse(check.Operand, NumberStyles.None, CultureInfo.InvariantCulture, out var status)
            && status is >= 100 and <= 999 ? status : null,
        CheckSubject.Size => SizeText.TryParse(check.Operand, out var bytes) ? bytes : null,
        // A time without a unit could mean seconds or milliseconds, so it is refused.
        _ => !char.IsAsciiDigit(check.Operand[^1]) && DurationText.TryParseTyped(check.Operand, out var time) ? time.TotalNanoseconds : null,
    };

    private static CheckSubject SubjectOf(string word) =>
        word.StartsWith('$') ? CheckSubject.Field : Enum.Parse<CheckSubject>(word.Split(' ', '\t')[0], ignoreCase: true);

    private static CheckOperator OperatorOf(string word) => word.ToUpperInvariant() switch
    {
        "==" or "=" => CheckOperator.Equal,
        "!=" => CheckOperator.NotEqual,
        "<" => CheckOperator.Less,
        "<=" => CheckOperator.LessOrEqual,
        ">" => CheckOperator.Greater,
        ">=" => CheckOperator.GreaterOrEqual,
        _ => CheckOperator.Contains,
    };

    private static string Unquoted(string text) =>
        text.Length >= 2 && text[0] is '"' or '\'' && text[^1] == text[0] && text.Length >= 2 ? text[1..^1] : text;

    private static ResponseCheck? Fail(SourcePlace place, string what, string writeInstead)
    {
        place.Problem(what, writeInstead);
        return null;
    }

    [GeneratedRegex(
        @"^(?<subject>status|size|duration|body|\$[^\s=!<>]*|header\s+(?<header>[!#$%&'*+\-.^_`|~0-9a-z]+))\s*(?<op>==|!=|<=|>=|<|>|=|contains\b)\s*(?<operand>\S.*)$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    private static partial Regex Check();
}
