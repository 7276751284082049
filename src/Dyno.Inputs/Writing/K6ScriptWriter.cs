namespace Dyno.Inputs;

/// <summary>Writes a k6 script that sends the requests in order, with their checks, values of answers and thresholds.</summary>
internal sealed class K6ScriptWriter
{
    private readonly StringBuilder _text = new();
    private readonly SourcePlace _place;

    private K6ScriptWriter(SourcePlace place) => _place = place;

    public static ImmutableArray<WrittenFile> Write(RequestSet set, string path, ProblemList problems)
    {
        var writer = new K6ScriptWriter(new SourcePlace(problems, set.Source));
        writer.WriteHead(set);
        foreach (var (index, request) in set.Requests.Index()) writer.WriteRequest(request, index, set.Settings.Checks);
        if (set.Requests.Any(request => request.Weight is not null)) writer._place.Warning("k6 has no request weights: the script sends every request in every iteration");
        if (set.Requests.Any(request => request.Once is not null))
            writer._place.Warning("# @once is left out: the script sends the request in every iteration", "move the request into setup(), whose result every iteration gets");
        if (set.Requests.Any(request => request.Token is not null))
            writer._place.Warning("# @token is left out: the script logs in in every iteration", "log in in setup(), or when the token is about to expire");
        writer._text.Append("}\n");
        return [new WrittenFile(path, Encoding.UTF8.GetBytes(writer._text.ToString()))];
    }

    private void WriteHead(RequestSet set)
    {
        _text.Append("import http from 'k6/http';\nimport { check } from 'k6';\n\nexport const options = {\n");
        _text.Append(CultureInfo.InvariantCulture, $"  vus: {set.Settings.Connections ?? 50},\n");
        _text.Append(CultureInfo.InvariantCulture, $"  duration: '{(set.Settings.Duration ?? TimeSpan.FromSeconds(10)).TotalSeconds}s',\n");
        if (set.Settings.Insecure == true) _text.Append("  insecureSkipTLSVerify: true,\n");
        if (set.Settings.Rate is not null) _place.Warning("the rate is left out: the script loops", "write a scenario with constant-arrival-rate");
        var thresholds = set.Settings.Thresholds.GroupBy(threshold => threshold.Selector.ToString()).ToList();
        if (thresholds.Count > 0)
        {
            _text.Append("  thresholds: {\n");
            foreach (var metric in thresholds) _text.Append($"    {Quoted(metric.Key)}: [{string.Join(", ", metric.Select(threshold => Quoted(threshold.Expression.Text)))}],\n");
            _text.Append("  },\n");
        }
        _text.Append("};\n\n");
        foreach (var variable in set.Variables.DistinctBy(variable => variable.Name)) _text.Append($"const {NameOf(variable.Name)} = {TextOf(variable.Value, null)};\n");
        _text.Append(set.Variables.IsEmpty ? "" : "\n").Append("export default function () {\n");
    }

    private void WriteRequest(RequestDraft request, int index, ImmutableArray<ResponseCheck> common)
    {
        var answer = AnswerOf(request.Label ?? "", index);
        var name = request.Name ?? request.Label;
        var body = request.Body.IsEmpty ? "null" : BodyOf(request);
        var headers = string.Join(", ", request.Headers.Select(header => $"{Quoted(header.Name)}: {TextOf(header.Value, request)}"));
        _text.Append($"  const {answer} = http.request({Quoted(request.Method)}, {TextOf(request.Url, request)}, {body}, {{ headers: {{ {headers} }}{(name is null ? "" : $", tags: {{ name: {Quoted(name)} }}")} }});\n");
        var checks = common.Concat(request.Checks).Select(check => $"{Quoted(check.Text)}: (r) => {ConditionOf(check)}").ToList();
        if (checks.Count > 0) _text.Append($"  check({answer}, {{ {string.Join(", ", checks)} }});\n");
    }

    private string BodyOf(RequestDraft request)
    {
        if (request.Body.All(part => part.Text is not null)) return TextOf(new TextTemplate(request.Body.SelectMany(part => part.Text!.Parts)), request);
        if (request.Body is [{ Text: null, Bytes: var bytes }] && IsText(bytes.Span)) return Quoted(Encoding.UTF8.GetString(bytes.Span));
        request.In(_place).Problem("the body has bytes that are not text", "write it by hand, with open('file', 'b')");
        return "null";
    }

    private static bool IsText(ReadOnlySpan<byte> bytes) => System.Text.Unicode.Utf8.IsValid(bytes) && bytes.IndexOf((byte)0) < 0;

    private string TextOf(TextTemplate text, RequestDraft? request)
    {
        if (text.IsLiteral) return Quoted(text.Written);
        var whole = new StringBuilder("`");
        foreach (var part in text.Parts)
            whole.Append(part.Source is null ? part.Text.Replace("\\", "\\\\", StringComparison.Ordinal)
                .Replace("`", "\\`", StringComparison.Ordinal).Replace("${", "\\${", StringComparison.Ordinal)
                : $"${{{ValueOf(part, request)}}}");
        return whole.Append('`').ToString();
    }

    private string ValueOf(TextPart part, RequestDraft? request)
    {
        switch (part.Source)
        {
            case VariableValue { Origin: VariableOrigin.File } variable: return NameOf(variable.Name);
            case VariableValue variable: return $"__ENV[{Quoted(variable.Name)}]";
            case SharedValue shared: return ValueOf(part with { Source = shared.Value }, request);
            case TokenValue token when token.Set.Wanted[token.Value] is [var answer] && part.Text.Contains(".response.", StringComparison.Ordinal):
                return ValueOf(part with { Source = answer }, request);
            case GuidValue: return "crypto.randomUUID()";
            case RandomIntegerValue random: return string.Create(CultureInfo.InvariantCulture, $"{random.Min} + Math.floor(Math.random() * {random.Max - random.Min})");
            case UnixMillisecondsValue: return "Date.now()";
            case UnixTimeValue: return "Math.floor(Date.now() / 1000)";
            case DateTimeValue { IsLocal: false }: return "new Date().toISOString()";
            case AnswerValue { Side: ExchangeSide.Response, Part: ExchangePart.Body, Path: var path } value when path == "*": return $"{AnswerOf(value.Request, 0)}.body";
            case AnswerValue { Side: ExchangeSide.Response, Part: ExchangePart.Body, Path: var path } value when path.StartsWith("$.",
                StringComparison.Ordinal) && path.All(IsPlain):
                return $"{AnswerOf(value.Request, 0)}.json({Quoted(path[2..].Replace("[", ".", StringComparison.Ordinal).Replace("]", "", StringComparison.Ordinal))})";
            case AnswerValue { Side: ExchangeSide.Response, Part: ExchangePart.Header } value: return $"{AnswerOf(value.Request, 0)}.headers[{Quoted(value.Path)}]";
        }
        (request?.In(_place) ?? _place).Problem($"a k6 script has no value for {{{{{part.Text}}}}}", "write the value itself, or add it to the script by hand");
        return "''";
    }

    private static bool IsPlain(char letter) => char.IsLetterOrDigit(letter) || letter is '$' or '.' or '_' or '[' or ']';

    private static string ConditionOf(ResponseCheck check)
    {
        var sign = check.Operator switch
        {
            CheckOperator.Equal => "===",
            CheckOperator.NotEqual => "!==",
            CheckOperator.Less => "<",
            CheckOperator.LessOrEqual => "<=",
            CheckOperator.Greater => ">",
            CheckOperator.GreaterOrEqual => ">=",
            _ => "",
        };
        var (left, isText) = check.Subject switch
        {
            CheckSubject.Status => ("r.status", false),
            CheckSubject.Size => ("r.body.length", false),
            CheckSubject.Duration => ("r.timings.duration", false),
            CheckSubject.Header => ($"(r.headers[{Quoted(check.HeaderName)}] || '')", true),
            _ => ("r.body", true),
        };
        if (isText) return sign.Length == 0 ? $"{left}.includes({Quoted(check.Operand)})" : $"{left} {sign} {Quoted(check.Operand)}";
        var number = check.Subject == CheckSubject.Duration ? check.Number / 1e6 : check.Number; // milliseconds in k6
        return string.Create(CultureInfo.InvariantCulture, $"{left} {sign} {number}");
    }

    private static string AnswerOf(string label, int index) => label.Length > 0 ? "answer_" + NameOf(label) : $"answer{index + 1}";

    private static string NameOf(string name)
    {
        var plain = string.Concat(name.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '_' or '$' ? letter : '_'));
        return plain.Length > 0 && !char.IsAsciiDigit(plain[0]) ? plain : "_" + plain;
    }

    // A JSON string is also a string of JavaScript.
    private static string Quoted(string text) => $"\"{JsonEncodedText.Encode(text, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";
}
