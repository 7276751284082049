namespace Dyno.Inputs;

/// <summary>Writes a <c>.http</c> file. Bodies that cannot stand in the file byte for byte go into files beside it.</summary>
internal sealed class HttpFileWriter
{
    private readonly StringBuilder _text = new();
    private readonly List<WrittenFile> _files = [];
    private readonly string _path;
    private int _bodies;
    private readonly SourcePlace _place;

    private HttpFileWriter(string path, SourcePlace place) => (_path, _place) = (path, place);

    public static ImmutableArray<WrittenFile> Write(RequestSet set, string path, ProblemList problems)
    {
        var writer = new HttpFileWriter(path, new(problems, set.Source));
        set = WithOneValuePerName(set);
        writer.WritePreamble(set);
        foreach (var request in set.Requests) writer.WriteRequest(request);
        return [new WrittenFile(path, Encoding.UTF8.GetBytes(writer._text.ToString())), .. writer._files];
    }

    // All variables stand at the top, so a variable that changes within the file is replaced by its value where it is used.
    private static RequestSet WithOneValuePerName(RequestSet set)
    {
        if (set.Variables.DistinctBy(v => v.Name, StringComparer.Ordinal).Count() == set.Variables.Length) return set;
        return set with
        {
            Variables = [],
            Requests =
            [
                .. set.Requests.Select(r => r with
                {
                    Url = WrittenOut(r.Url),
                    Headers = [.. r.Headers.Select(h => h with { Value = WrittenOut(h.Value) })],
                    Body = [.. r.Body.Select(b => b.Text is null ? b : b with { Text = WrittenOut(b.Text) })],
                }),
            ],
        };
    }

    private static Dyno.Http.TextTemplate WrittenOut(Dyno.Http.TextTemplate text) => text.Replace(
        part => part.Source is VariableValue { Origin: VariableOrigin.File } variable ? WrittenOut(variable.Value).Parts : [part]);

    private void WritePreamble(RequestSet set)
    {
        if (set.Settings.Feed is { IsInline: true, Feed: { } rows } users)
        {
            var name = $"{Path.GetFileNameWithoutExtension(_path)}.users.csv";
            _files.Add(new WrittenFile(Beside(name), Encoding.UTF8.GetBytes(CsvLines.Of(rows))));
            set = set with { Settings = set.Settings with { Feed = users with { Path = name } } };
        }

        foreach (var line in HttpFileSettings.LinesOf(set.Settings)) _text.Append(line).Append('\n');
        foreach (var variable in set.Variables) WriteVariable(variable);
        if (_text.Length > 0) _text.Append('\n');
    }

    private void WriteVariable(FileVariable variable)
    {
        var value = string.Concat(variable.Value.Parts.Select(p => p.Source is null ? Escaped(p.Text) : $"{{{{{p.Text}}}}}"));
        if (value.Trim() != value)
            (variable.Line > 0 ? _place with { Line = variable.Line, Column = 1 } : _place).Problem($"the value of \"{InText.Quote(variable.Name)}\" has blanks around it", "write the value where it is used");
        _text.Append($"@{variable.Name} = {value}\n");
    }

    private void WriteRequest(RequestDraft request)
    {
        var name = TitleOf(request);
        _text.Append(name is null ? "###\n" : $"### {name}\n");
        if (request.Label is { } label && label != name) _text.Append($"# @name {label}\n");
        foreach (var earlier in request.After) _text.Append($"# @after {earlier}\n");
        if (request.Once is { } once) _text.Append(once == OnceFor.AllUsers ? "# @once shared\n" : "# @once\n");
        if (request.Token is { } token) _text.Append($"# @token {token.Written}".TrimEnd()).Append('\n');
        if (!request.KeepsCookies) _text.Append("# @no-cookie-jar\n");
        if (request.Weight is { } weight) _text.Append($"# @weight {weight}\n");
        foreach (var check in request.Checks) _text.Append($"# @check {check.Text}\n");
        foreach (var threshold in request.Thresholds) _text.Append($"# @threshold {threshold}\n");
        if (request.KeepsPlace) request.In(_place).Warning($"{Shown(request)}: .http files cannot keep a request in its place when the order is random");
        _text.Append($"{request.Method} {TextOf(request, request.Url)}{VersionOf(request)}\n");
        foreach (var header in request.Headers) _text.Append($"{header.Name}: {TextOf(request, header.Value)}\n");
        WriteBody(request);
        _text.Append('\n');
    }

    // The reader's escapes: the backslash first.
    private static string Escaped(string text) => text.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal)
        .Replace("\r", @"\r", StringComparison.Ordinal).Replace("\t", @"\t", StringComparison.Ordinal);

    private static string? TitleOf(RequestDraft request)
    {
        var title = (request.Name is { } given ? VisibleText.OnOneLine(given) : null)?.Trim();
        return string.IsNullOrEmpty(title) ? request.Label : title;
    }

    // Double braces that are text would be read as a slot: only a body file can hold them.
    private string TextOf(RequestDraft request, Dyno.Http.TextTemplate text)
    {
        if (text.Parts.Any(p => p.Source is null && p.Text.Contains("{{", StringComparison.Ordinal) && !IsOnlyColumns(p.Text)))
            request.In(_place).Problem($"{Shown(request)}: the text has double braces, which a .http file reads as a variable", "write the value itself");
        return text.Written;
    }

    private static bool IsOnlyColumns(string text) => !text.Contains("}}", StringComparison.Ordinal);

    private void WriteBody(RequestDraft request)
    {
        if (request.Body.IsEmpty) return;
        _text.Append('\n');
        if (InlineBody.TextOf(request) is { } inline)
        {
            _text.Append(inline);
            if (!inline.EndsWith('\n')) _text.Append('\n');
            return;
        }

        if (request.Body.Any(p => p.Text is { } text && VariableValue.Flatten(text).Sources.Any()))
        {
            WriteTemplateFile(request);
            return;
        }

        var name = FileNameFor("bin");
        _files.Add(new WrittenFile(Beside(name), BytesOfFile(request)));
        _text.Append($"< {name}\n");
    }

    // A text with slots that cannot stand in the file itself goes into a body file with variables.
    private void WriteTemplateFile(RequestDraft request)
    {
        if (request.Body.Any(p => p.Text is null))
        {
            if (TryWriteLines(request)) return;
            request.In(_place).Problem($"{Shown(request)}: the body mixes bytes and variables", "write the request by hand, with < FILE for the bytes");
            return;
        }

        var name = FileNameFor("txt");
        var text = string.Concat(request.Body.Select(p => p.Text!.Written));
        if (InlineBody.IsMultipart(request) && text.EndsWith("\r\n", StringComparison.Ordinal)) text = text[..^2]; // the line that names the file ends with it
        _files.Add(new WrittenFile(Beside(name), Encoding.UTF8.GetBytes(text)));
        var encoding = request.Body[0].Encoding is UTF8Encoding ? "" : request.Body[0].Encoding.WebName;
        _text.Append($"<@{encoding} {name}\n");
    }

    // A multipart body with files between its lines: each file stands on its own line, as the format demands.
    private bool TryWriteLines(RequestDraft request)
    {
        var parts = request.Body;
        var isMultipart = request.Headers.Any(h => h.Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)
            && h.Value.Written.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase));
        var isInLines = Enumerable.Range(0, parts.Length).Where(i => parts[i].Text is null).All(i =>
            i > 0 && i < parts.Length - 1 && (parts[i - 1].Text?.Written.EndsWith('\n') ?? false) && (parts[i + 1].Text?.Written.StartsWith("\r\n") ?? false));
        if (!isMultipart || !isInLines) return false;
        foreach (var part in parts)
        {
            if (part.Text is not null) { _text.Append(part.Text.Written.Replace("\r\n", "\n", StringComparison.Ordinal)); continue; }
            var name = FileNameFor("bin");
            _files.Add(new WrittenFile(Beside(name), part.Bytes));
            _text.Append($"< {name}");
        }

        return true;
    }

    private string FileNameFor(string extension) => $"{Path.GetFileNameWithoutExtension(_path)}.body{++_bodies}.{extension}";

    private string Beside(string name) => Path.Combine(Path.GetDirectoryName(_path) ?? "", name);

    // A .http file ends each line of a multipart body with CR LF, also the line that names a body file.
    private byte[] BytesOfFile(RequestDraft request)
    {
        var bytes = RequestCompiler.BodyOf(request).ToArray();
        if (!InlineBody.IsMultipart(request)) return bytes;
        if (bytes.AsSpan().EndsWith("\r\n"u8)) return bytes[..^2];
        request.In(_place).Problem($"{Shown(request)}: the multipart body does not end with a line break", "end its last line with CR LF");
        return bytes;
    }

    private static string Shown(RequestDraft request) => InText.Quote(request.Name ?? request.Label ?? $"{request.Method} {Results.Redaction.Text(request.Url.Written)}");

    private static string VersionOf(RequestDraft request) => request.Version switch
    {
        HttpVersionChoice.Http2 => request.IsVersionExact ? " HTTP/2 (Prior Knowledge)" : " HTTP/2",
        HttpVersionChoice.Http3 => " HTTP/3",
        HttpVersionChoice.Http11 => " HTTP/1.1",
        _ => "",
    };
}
