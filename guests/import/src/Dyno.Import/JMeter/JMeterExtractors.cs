using System.Xml.XPath;

namespace Dyno.Import;

/// <summary>Extractors: from the request they belong to on, their variables are values of its answer.</summary>
internal sealed partial class JMeterExtractors(JMeterVariables variables, InputContext context)
{
    private const string WayToGo = "take the value by JSONPath, XPath or a regular expression with one group, or write a load in C#";

    private readonly HashSet<JMeterElement> _said = [];

    public static IEnumerable<string> NamesOf(JMeterElement extractor) => (Property(extractor, "referenceNames", "refname", "VAR", "JMESExtractor.referenceName", "BoundaryExtractor.refname",
        "RegexExtractor.refname", "XPathExtractor.refname", "XPathExtractor2.refname") ?? "").Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Makes the variables of an extractor values of an answer; true when there is one.</summary>
    public bool Apply(JMeterElement extractor, string label)
    {
        variables.At(extractor);
        var names = NamesOf(extractor).ToList();
        if (names.Count == 0) return false;
        var found = false;
        var paths = PathsOf(extractor, names.Count).ToList();
        for (var i = 0; i < names.Count; i++)
        {
            if ((i < paths.Count ? paths[i] : null) is not { } value)
            {
                Say(extractor, $"the value of {extractor.Shown} is not taken: Dyno cannot read this expression", WayToGo);
                continue;
            }

            variables.Make(names[i], TextPart.Slot($"{label}.response.{(value.Part == ExchangePart.Body ? "body" : "headers")}.{value.Path}", value with { Request = label }));
            found = true;
        }

        if (MatchOf(extractor) is not ("" or "1")) Say(extractor, $"{extractor.Shown}: Dyno takes the first match", "write the match into the expression: $.items[2].id");
        return found;
    }

    private void Say(JMeterElement extractor, string what, string writeInstead)
    {
        if (_said.Add(extractor)) extractor.In(context.Place).Warning(what, writeInstead);
    }

    private static string? Property(JMeterElement extractor, params ReadOnlySpan<string> names)
    {
        foreach (var name in names)
            if ((extractor.Of(name) ?? extractor.Of($"{extractor.Type}.{name}")) is { Length: > 0 } value) return value;
        return null;
    }

    private static string MatchOf(JMeterElement extractor) => (Property(extractor, "match_numbers", "match_number", "matchNumber", "matchNo", "JMESExtractor.matchNumber",
        "XPathExtractor.matchNumber", "XPathExtractor2.matchNumber") ?? "").Split(';')[0].Trim() is var number && number == "-1" && extractor.Type.StartsWith("XPath", StringComparison.Ordinal) ? "" : number;

    private IEnumerable<AnswerValue?> PathsOf(JMeterElement extractor, int count) => extractor.Type switch
    {
        "JSONPostProcessor" => (Property(extractor, "jsonPathExprs") ?? "").Split(';', count).Select(p => Json(p.Trim())),
        "JSONPathExtractor" => [Json((Property(extractor, "JSONPATH") ?? "").Trim())],
        "JMESPathExtractor" => [JmesPath((Property(extractor, "jmesPathExpr", "JMESExtractor.jmesPathExpr", "jmesPathExpressions") ?? "").Trim())],
        "XPathExtractor" or "XPath2Extractor" => [XPath((Property(extractor, "xpathQuery", "XPathExtractor2.xpathQuery") ?? "").Trim())],
        "BoundaryExtractor" => [Boundaries(extractor)],
        _ => [Expression(extractor)],
    };

    private AnswerValue? Json(string path) => Known(path) is { } known && JsonPath.TryParse(known, out _) ? Body(known) : null;

    private AnswerValue? JmesPath(string path) => Known(path) is { } known && PlainPath().IsMatch(known) ? Body("$." + known) : null;

    private AnswerValue? XPath(string path)
    {
        if (Known(path) is not ['/', ..] known) return null;
        try
        {
            XPathExpression.Compile(known);
            return Body(known);
        }
        catch (XPathException)
        {
            return null;
        }
    }

    private AnswerValue? Boundaries(JMeterElement extractor)
    {
        if (Property(extractor, "useHeaders") is { } where && where is not ("false" or "unescaped")) return null;
        var (left, right) = (Known(Property(extractor, "lboundary") ?? ""), Known(Property(extractor, "rboundary") ?? ""));
        if (left is null || right is null) return null;
        return Pattern($"(?s){Regex.Escape(left)}(.*?){(right.Length > 0 ? Regex.Escape(right) : "$")}");
    }

    private AnswerValue? Expression(JMeterElement extractor)
    {
        if (Known(Property(extractor, "regex") ?? "") is not { Length: > 0 } regex) return null;
        var template = Property(extractor, "template") ?? "$1$";
        if (template is not ("$1$" or "$0$")) return null;
        if (Property(extractor, "useHeaders") is { } where && where is not ("false" or "unescaped"))
            return where == "true" && template == "$1$" && HeaderLine().Match(regex) is { Success: true } line
                ? new AnswerValue("", ExchangeSide.Response, ExchangePart.Header, line.Groups[1].Value) : null;
        return Pattern(template == "$0$" ? $"({regex})" : regex);
    }

    // In a .http file two closing braces end a slot, so they are kept apart by a group that matches nothing.
    private static AnswerValue? Pattern(string regex)
    {
        regex = regex.Replace("}}", "}(?:)}", StringComparison.Ordinal).Replace("{{", "{(?:){", StringComparison.Ordinal);
        if (regex.EndsWith('}')) regex += "(?:)";
        return regex.Any(c => c is '\r' or '\n') || AnswerPattern.WhyNot(regex) is not null ? null : Body("~" + regex);
    }

    private static AnswerValue Body(string path) => new("", ExchangeSide.Response, ExchangePart.Body, path);

    private string? Known(string text) => variables.Scope.ReadKnown(text) is { } known && !known.Any(char.IsControl) ? known : null;

    [GeneratedRegex(@"^[A-Za-z_]\w*(?:\[\d+\])?(?:\.[A-Za-z_]\w*(?:\[\d+\])?)*$", RegexOptions.CultureInvariant)]
    private static partial Regex PlainPath();

    // A regular expression that takes the whole value of a header.
    [GeneratedRegex(@"^\^?([A-Za-z][A-Za-z0-9-]*):(?: |\\s[*+]?)*\((?:\.[*+]\??|\[\^\\r\\n\]\+|\S\+)\)\$?$", RegexOptions.CultureInvariant)]
    private static partial Regex HeaderLine();
}
