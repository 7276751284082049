namespace Dyno.Inputs;

/// <summary>Writes a session that WebSurge and Dyno read: UTF-8, LF, 66 dashes between requests.</summary>
internal sealed class SessionWriter
{
    private static readonly string Separator = $"\n{new string('-', 66)}\n\n";

    private readonly StringBuilder _text = new();
    private readonly SortedDictionary<string, string> _variables = new(StringComparer.Ordinal);
    private readonly SourcePlace _place;
    private SourcePlace _at; // the request that is written

    private SessionWriter(SourcePlace place) => _place = place;

    public static ImmutableArray<WrittenFile> Write(RequestSet set, string path, ProblemList problems)
    {
        var writer = new SessionWriter(new SourcePlace(problems, set.Source));
        foreach (var request in set.Requests) writer.WriteRequest(request);
        writer.WriteOptions(set.Settings);
        return [new WrittenFile(path, Encoding.UTF8.GetBytes(writer._text.ToString()))];
    }

    private void WriteRequest(RequestDraft request)
    {
        var shown = InText.Quote(request.Name ?? request.Label ?? $"{request.Method} {Redaction.Text(request.Url.Written)}");
        _at = request.In(_place);
        SayWhatIsLost(request, shown);
        RefuseBraces([request.Url, .. request.Headers.Select(h => h.Value)], shown);
        _text.Append($"{request.Method} {WithScheme(Slots(request.Url, shown))} HTTP/1.1\n");
        foreach (var header in request.Headers) _text.Append($"{header.Name}: {Slots(header.Value, shown)}\n");
        if (NameOf(request) is { } name) _text.Append($"{ControlHeaders.Name}: {name}\n");
        if (request.KeepsPlace) _text.Append($"{ControlHeaders.KeepsPlace}: true\n");
        if (Body(request, shown) is { Length: > 0 } body) _text.Append('\n').Append(body).Append('\n');
        _text.Append(Separator);
    }

    private static string WithScheme(string url) =>
        url.Contains("://", StringComparison.Ordinal) || url.StartsWith("{{", StringComparison.Ordinal) ? url : "http://" + url;

    private void RefuseBraces(IEnumerable<TextTemplate> texts, string shown)
    {
        if (texts.SelectMany(t => t.Parts).Any(p => p.Source is null && p.Text.Contains("{{", StringComparison.Ordinal)))
            _at.Problem($"{shown}: the text has double braces, which a session reads as a variable", "write the value itself");
    }

    private void SayWhatIsLost(RequestDraft request, string shown)
    {
        if (request.Version is Dyno.Http.HttpVersionChoice.Http2 or Dyno.Http.HttpVersionChoice.Http3)
            _at.Warning($"{shown}: a session has no HTTP version per request", $"give dyno run --http{(request.Version == Dyno.Http.HttpVersionChoice.Http2 ? 2 : 3)}");
        if (request.Weight is not null) _at.Problem($"{shown}: a session has no weights", "keep the .http file, or remove # @weight");
        foreach (var check in request.Checks) _at.Warning($"{shown}: a session has no checks", $"give dyno run --check '{check.Text}'");
        var name = request.Name ?? RequestNames.Default(request.Method, VariableValue.Shown(request.Url));
        foreach (var threshold in request.Thresholds)
            _at.Warning($"{shown}: a session has no thresholds", $"give dyno run --threshold '{RequestThresholds.For(threshold, name)}'");
        if (request.Once is not null) _at.Problem($"{shown}: a session sends every request in each pass", "keep the .http file, or remove # @once");
        if (!request.After.IsEmpty) _at.Warning($"{shown}: a session keeps no cookies of earlier answers", "keep the .http file if the cookies matter");
    }

    private static string? NameOf(RequestDraft request)
    {
        var name = (request.Name ?? request.Label)?.ReplaceLineEndings(" ").Trim();
        return string.IsNullOrEmpty(name) || IsDefaultName(request, name) ? null : name;
    }

    private static bool IsDefaultName(RequestDraft request, string name) =>
        RequestCompiler.Compile(request with { Name = null }, new SourcePlace(new ProblemList(), "")) is { } plan && plan.Name == name;

    // A variable is {{name}}, with its value below the last request, or {{ %NAME% }} for the environment; WebSurge generates no values.
    private string Slots(TextTemplate text, string where)
    {
        var written = new StringBuilder();
        foreach (var part in text.Parts) written.Append(Slot(part, where));
        return written.ToString();
    }

    private string Slot(TextPart part, string where)
    {
        switch (part.Source)
        {
            case null: return part.Text;
            case FeedColumn column: return $"{{{{{column.Column}}}}}";
            case VariableValue { Origin: VariableOrigin.Process, Name: var name }: return $"{{{{ %{name}% }}}}";
            case VariableValue variable:
                return $"{{{{{NameOf(variable, where)}}}}}";
            case AnswerValue:
                _at.Problem($"{where}: a session cannot express {{{{{InText.Quote(part.Text)}}}}}", "keep the .http file, or capture a token with Websurge-Request-CaptureJsonToken");
                return "";
            default:
                _at.Problem($"{where}: WebSurge cannot generate {{{{{InText.Quote(part.Text)}}}}}", "keep the .http file, or write a fixed value");
                return "";
        }
    }

    // A .http file may give a name different values at different lines; a session has one value for a name.
    private string NameOf(VariableValue variable, string where)
    {
        var value = Slots(variable.Value, where);
        if (value.AsSpan().IndexOfAny('\r', '\n') >= 0) _at.Problem($"{where}: the variable \"{InText.Quote(variable.Name)}\" has a line break, which a session cannot hold", "write the value where it is used");
        var name = variable.Name;
        for (var number = 2; _variables.TryGetValue(name, out var other) && other != value; number++) name = $"{variable.Name}_{number}";
        _variables[name] = value;
        return name;
    }

    // A text that would change in the file (other charsets, blank lines around it, lines of dashes, control characters) is written as base64.
    private string Body(RequestDraft request, string shown)
    {
        if (request.Body.IsEmpty) return "";
        if (request.Method == "GET") _at.Problem($"{shown}: a session cannot send a body with GET", "use POST, or remove the body");
        if (request.Body.Any(p => p.Text is { } text && text.Sources.Any())) return TemplateBody(request, shown);
        var bytes = RequestCompiler.BodyOf(request);
        if (bytes.IsEmpty) return "";
        var text = Ascii.IsValid(bytes.Span) && !HasCharset(request) ? Encoding.ASCII.GetString(bytes.Span) : "";
        return IsPlain(text) && !text.Contains("{{", StringComparison.Ordinal) ? text : "b64_" + Convert.ToBase64String(bytes.Span);
    }

    private string TemplateBody(RequestDraft request, string shown)
    {
        var text = request.Body.Any(p => p.Text is null) ? "" : string.Concat(request.Body.Select(p => Slots(p.Text!, shown)));
        if (!IsPlain(text) || HasCharset(request)) _at.Problem($"{shown}: a session cannot hold this body with its variables", "write the values, or keep the .http file");
        return text;
    }

    private static bool HasCharset(RequestDraft request) =>
        request.Headers.Select(h => h.Value.Written).Any(v => v.Contains("charset", StringComparison.OrdinalIgnoreCase)
            && !v.Contains("utf-8", StringComparison.OrdinalIgnoreCase));

    private static bool IsPlain(string text) =>
        text.Length > 0 && text.Trim().Length == text.Length && text.All(c => c is >= ' ' and not '\x7f' or '\n' or '\t')
        && !text.StartsWith("b64_", StringComparison.Ordinal) && text.Split('\n').All(IsPlainLine);

    private static bool IsPlainLine(string line) =>
        !line.StartsWith("HTTP/", StringComparison.Ordinal) && !line.StartsWith('-') && !RequestLine.LooksLikeOne(line);

    private void WriteOptions(FileSettings settings)
    {
        if (settings.Feed is { IsInline: true })
            _place.Problem("Dyno does not write sessions with Users", "write a .http file: the users become rows of a CSV file");
        foreach (var lost in HttpFileSettings.OnlyInHttpFiles(settings)) _place.Warning($"a session cannot hold {lost}", $"give it to dyno run as an option");
        var options = new Dictionary<string, object>();
        Add("LastThreads", settings.Connections);
        AddTime("LastSecondsToRun", settings.Duration, TimeSpan.FromSeconds(1));
        AddTime("WarmupSeconds", settings.WarmUp, TimeSpan.FromSeconds(1));
        AddTime("DelayTimeMs", settings.Delay, TimeSpan.FromMilliseconds(1));
        AddTime("RequestTimeoutMs", settings.Timeout, TimeSpan.FromMilliseconds(1));
        Add("RandomizeRequests", settings.RandomOrder);
        Add("IgnoreCertificateErrors", settings.Insecure);
        if (_variables.Count > 0) options["SessionVariables"] = string.Join('\n', _variables.Select(v => $"@{v.Key}={v.Value}"));
        if (options.Count == 0) return;
        var lines = options.Select(o => $"\n  {JsonSerializer.Serialize(o.Key)}: {JsonSerializer.Serialize(o.Value, Readable)}");
        _text.Append($"{SessionBlocks.OptionsStart}\n{{{string.Join(",", lines)}\n}}\n{SessionBlocks.OptionsEnd}\n");

        // A session holds times in whole seconds, or in whole milliseconds.
        void AddTime(string name, TimeSpan? time, TimeSpan unit)
        {
            if (time is not { } whole) return;
            var units = (long)Math.Ceiling(whole / unit);
            if (unit * units != whole) _place.Warning($"{name} of a session is a whole number: {units}, not {DurationText.Format(whole)}", "give the exact time to dyno run as an option");
            options.Add(name, units);
        }

        void Add<T>(string name, T? value) where T : struct
        {
            if (value is { } set) options.Add(name, set);
        }
    }

    private static readonly JsonSerializerOptions Readable = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
