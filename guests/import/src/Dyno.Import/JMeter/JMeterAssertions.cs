using System.Buffers;

namespace Dyno.Import;

/// <summary>Assertions as checks. One that Dyno has no check for is named in a warning.</summary>
internal sealed class JMeterAssertions(JMeterVariables variables, InputContext context)
{
    private const string WayToGo = "write --check 'body contains \"…\"', or judge the answer in a load in C#";

    // The bits of Assertion.test_type.
    private const int Contains = 2;
    private const int Not = 4;
    private const int Equal = 8;
    private const int Substring = 16;
    private const int Or = 32;

    private static readonly SearchValues<char> OfPatterns = SearchValues.Create(@"\^$.|?*+()[]{}");

    private readonly HashSet<JMeterElement> _said = [];

    public IEnumerable<ResponseCheck> Read(JMeterElement assertion)
    {
        variables.At(assertion);
        var texts = assertion.Type switch
        {
            "ResponseAssertion" => Response(assertion),
            "DurationAssertion" => [variables.Number(assertion, "DurationAssertion.duration") is > 0 and var time ? $"duration <= {Text(time)}ms" : null],
            "SizeAssertion" => [Size(assertion)],
            _ => [null],
        };
        foreach (var text in texts)
        {
            if (text is not null && CheckText.Read(text, assertion.In(context.Place)) is { } check) yield return check;
            else if (text is null && _said.Add(assertion)) assertion.In(context.Place).Warning($"the assertion {assertion.Shown} is not checked", WayToGo);
        }
    }

    private IEnumerable<string?> Response(JMeterElement assertion)
    {
        if (!int.TryParse(assertion.Of("Assertion.test_type") ?? "2", NumberStyles.None, CultureInfo.InvariantCulture, out var type)) type = Contains;
        var patterns = assertion.All("Asserion.test_strings"); // this is how JMeter spells it
        if (patterns.Count == 0) patterns = assertion.All("Assertion.test_strings");
        if ((type & Or) != 0 && patterns.Count > 1) return [null];
        return patterns.Select(p => variables.Scope.ReadKnown(p.Text) is { } known ? Response(assertion.Of("Assertion.test_field") ?? "", type, known) : null);
    }

    private static string? Response(string field, int type, string pattern)
    {
        var isNot = (type & Not) != 0;
        var isPlain = (type & (Equal | Substring)) != 0 || !pattern.AsSpan().ContainsAny(OfPatterns);
        if (!isPlain || pattern.Length == 0 || pattern.Any(c => c is '\r' or '\n')) return null;
        var isWhole = (type & (Contains | Substring)) == 0;
        switch (field)
        {
            case "Assertion.response_code":
                return pattern.Length == 3 && pattern.All(char.IsAsciiDigit) ? $"status {(isNot ? "!=" : "==")} {pattern}" : null;
            case "Assertion.response_data" or "Assertion.response_data_as_document":
                return isNot && !isWhole ? null : $"body {(isWhole ? isNot ? "!=" : "==" : "contains")} {Quoted(pattern)}";
            case "Assertion.response_headers" when !isNot && !isWhole && pattern.IndexOf(':', StringComparison.Ordinal) is > 0 and var colon:
                return pattern[(colon + 1)..].Trim() is { Length: > 0 } value && HttpToken.IsToken(pattern[..colon].Trim()) ? $"header {pattern[..colon].Trim()} contains {Quoted(value)}" : null;
            default:
                return null;
        }
    }

    // The size of the whole answer counts lines that Dyno does not keep; the body's is the same in both.
    private string? Size(JMeterElement assertion)
    {
        var sign = (assertion.Of("SizeAssertion.operator") ?? "1") switch
        {
            "1" => "==",
            "2" => "!=",
            "3" => ">",
            "4" => "<",
            "5" => ">=",
            _ => "<=",
        };
        return assertion.Of("Assertion.test_field") is "SizeAssertion.response_data" && variables.Number(assertion, "SizeAssertion.size") is >= 0 and var size
            ? $"size {sign} {Text(size)}" : null;
    }

    private static string Text(double number) => number.ToString("0.###", CultureInfo.InvariantCulture);

    private static string Quoted(string text) => text.Contains('"', StringComparison.Ordinal) ? $"'{text}'" : $"\"{text}\"";
}
