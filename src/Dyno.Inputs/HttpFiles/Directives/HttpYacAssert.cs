namespace Dyno.Inputs;

/// <summary>A condition on an answer as httpYac writes it, <c>?? status == 200</c>, where a check of Dyno says the same.</summary>
internal static partial class HttpYacAssert
{
    /// <summary>The condition as a directive <c>check</c>; null when the line is none, or when no check says the same.</summary>
    public static Directive? Read(SessionLine line)
    {
        var match = Form().Match(line.Text);
        if (!match.Success || match.Groups["value"].Value.Contains("{{", StringComparison.Ordinal)) return null;
        var (subject, value) = (match.Groups["subject"].Value, match.Groups["value"].Value.Trim());
        var sign = match.Groups["sign"].Value switch { "===" => "==", "!==" => "!=", "includes" => "contains", var other => other };
        if (subject == "duration") value += "ms"; // httpYac's durations are milliseconds
        var check = $"{subject} {sign} {value}";
        return CheckText.Read(check, new SourcePlace(new ProblemList(), "")) is null ? null : new Directive("check", check, line.Number, match.Groups["subject"].Index + 1);
    }

    [GeneratedRegex(@"^\s*\?\?\s+(?<subject>status|duration|body|header\s+[^\s=!<>]+)\s*(?<sign>===|!==|==|!=|<=|>=|<|>|contains\b|includes\b)\s*(?<value>\S.*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
