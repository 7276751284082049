using System.Xml.XPath;

namespace Dyno.Inputs;

/// <summary><c>login.response.body.$.token</c>, <c>create.response.headers.Location</c>, <c>a.response.body.//id</c>, <c>a.request.body.*</c>.</summary>
internal static partial class AnswerReference
{
    private const string Forms = "write {{name.response.body.$.path}}, {{name.response.body./x/path}}, {{name.response.body.~regex}}, {{name.response.body.*}} or {{name.response.headers.Name}}";

    private const string PathForms = "write it like $.items[0].id, $['odd name'], $.items[-1:].id, $..id or $.items[?@.id == 3].name";

    public static bool LooksLikeOne(string written) => Start().IsMatch(written);

    public static AnswerValue? Read(string written, ImmutableHashSet<string> labels, SourcePlace place, int column)
    {
        var match = Form().Match(written);
        if (!match.Success) return Fail(place, column, $"this is not a value of an answer: \"{InText.Quote(written)}\"", Forms);
        var (name, path) = (match.Groups["name"].Value, match.Groups["path"].Value);
        if (!labels.Contains(name)) return Unknown(name, labels, place, column);
        var side = match.Groups["side"].Value == "request" ? ExchangeSide.Request : ExchangeSide.Response;
        var part = match.Groups["part"].Value == "body" ? ExchangePart.Body : ExchangePart.Header;
        if (part == ExchangePart.Body && path[0] is not ('$' or '/' or '*' or '~') && JsonPath.TryParse(Rooted(path), out _)) path =
            Rooted(path); // as REST Client understands such a path
        if (part == ExchangePart.Body && WhyNot(path) is { } wrong) return Fail(place, column, wrong, path[0] == '$' ? PathForms : Forms);
        return new AnswerValue(name, side, part, path);
    }

    private static string Rooted(string path) => path[0] == '[' ? "$" + path : "$." + path;

    private static string? WhyNot(string path)
    {
        if (path == "*") return null;
        if (path[0] == '$') return JsonPath.TryParse(path, out _) ? null : $"this is no JSONPath by RFC 9535: \"{InText.Quote(path)}\"";
        if (path[0] == '~') return AnswerPattern.WhyNot(path[1..]) is { } wrong ? $"this is no regular expression: \"{InText.Quote(path[1..])}\" ({wrong})" : null;
        if (path[0] != '/') return $"neither JSONPath nor XPath: \"{InText.Quote(path)}\"";
        try
        {
            XPathExpression.Compile(path);
            return null;
        }
        catch (XPathException)
        {
            return $"this XPath is not understood: \"{InText.Quote(path)}\"";
        }
    }

    private static AnswerValue? Unknown(string name, ImmutableHashSet<string> labels, SourcePlace place, int column) =>
        Fail(place, column, $"no request has the name \"{InText.Quote(name)}\"", NearestWord.Find(name, labels) is { } meant
            ? $"write {meant}"
            : $"write \"# @name {InText.Quote(name)}\" above the request you mean");

    private static AnswerValue? Fail(SourcePlace place, int column, string what, string writeInstead)
    {
        place.Problem(what, writeInstead, column);
        return null;
    }

    [GeneratedRegex(@"^[A-Za-z_][\w-]*\.(?:response|request)(?:\.|$)", RegexOptions.CultureInvariant)]
    private static partial Regex Start();

    [GeneratedRegex(@"^(?<name>[A-Za-z_][\w-]*)\.(?<side>response|request)\.(?:(?<part>body)\.(?<path>\S.*)|(?<part>headers)\.(?<path>[!#$%&'*+\-.^_`|~0-9A-Za-z]+))$", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
