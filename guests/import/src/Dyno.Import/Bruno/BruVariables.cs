namespace Dyno.Import;

/// <summary>The variables of a collection: those of files, of answers, of the process and those that Bruno makes anew for each request.</summary>
internal sealed partial class BruVariables
{
    private readonly Dictionary<string, TextPart> _answers = new(StringComparer.Ordinal);
    private readonly DotEnvFile _dotEnv;

    public BruVariables(InputContext context)
    {
        _dotEnv = new DotEnvFile(context.Path);
        Scope = new ImportScope(context, Find, emptyIsValue: true);
    }

    /// <summary>Reads texts.</summary>
    public ImportScope Scope { get; }

    /// <summary>Names that a request of the collection sets after its answer, anywhere.</summary>
    public HashSet<string> Taken { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether a text uses a value of an answer that comes later.</summary>
    public bool IsTooEarly(string text) => SlotSyntax.Braces.Split(text)
        .Any(p => p.Name is { } name && Taken.Contains(name) && !_answers.ContainsKey(name) && !Scope.IsGiven(name));

    /// <summary>Makes a name a value of an answer; false when Dyno cannot take it: <c>res.body.items[0].id</c>, <c>res.headers.location</c>.</summary>
    public bool Take(string name, string expression, string label)
    {
        if (Body().Match(expression) is { Success: true } body)
        {
            var path = body.Groups[1].Length == 0 ? "*" : "$" + body.Groups[1].Value;
            if (path != "*" && !JsonPath.TryParse(path, out _)) return false;
            _answers[name] = TextPart.Slot($"{label}.response.body.{path}", new AnswerValue(label, ExchangeSide.Response, ExchangePart.Body, path));
            return true;
        }

        if (HeaderOf(expression) is not { } header) return false;
        _answers[name] = TextPart.Slot($"{label}.response.headers.{header}", new AnswerValue(label, ExchangeSide.Response, ExchangePart.Header, header));
        return true;
    }

    /// <summary>
    /// The header that an expression reads: <c>res.headers.location</c>, <c>res.headers['x-id']</c>, <c>res.getHeader('x-id')</c>; null for none.
    /// </summary>
    public static string? HeaderOf(string expression) => Header().Match(expression) is { Success: true } match && HttpToken.IsToken(match.Groups[1].Value)
        ? match.Groups[1].Value : null;

    private TextPart? Find(string name)
    {
        if (Scope.IsGiven(name)) return null;
        if (_answers.TryGetValue(name, out var answer)) return answer;
        if (name.StartsWith("process.env.", StringComparison.Ordinal)) return OfProcess(name["process.env.".Length..]);
        return PostmanDynamic.Find(name); // Bruno has the names of Postman
    }

    private TextPart? OfProcess(string name)
    {
        if (_dotEnv.Find(name) is { } known) return TextPart.Slot($"$dotenv {name}", new VariableValue(name, TextTemplate.Of(known), VariableOrigin.DotEnv));
        return name.Length > 0 && !name.Contains('\0', StringComparison.Ordinal) && !name.Contains('=', StringComparison.Ordinal)
            && Environment.GetEnvironmentVariable(name) is { } value
            ? TextPart.Slot($"$processEnv {name}", new VariableValue(name, TextTemplate.Of(value), VariableOrigin.Process)) : null;
    }

    [GeneratedRegex(@"^res(?:\.body|\.getBody\(\))((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\['[^'\]]+'\])*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Body();

    [GeneratedRegex(@"^res\.(?:headers\.|headers\[[""']|getHeader\([""'])([\w-]+)(?:[""']\]|[""']\))?$", RegexOptions.CultureInvariant)]
    private static partial Regex Header();
}
