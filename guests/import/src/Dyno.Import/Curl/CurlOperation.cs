namespace Dyno.Import;

/// <summary>The options between two <c>--next</c>: they hold for all URLs between the two.</summary>
internal sealed partial class CurlOperation(NamedFiles files)
{
    private readonly CurlBody _body = new(files);
    private readonly List<(string Url, SourcePlace Place)> _urls = [];
    private readonly List<HeaderField> _headers = [];
    private List<string> _query = [];
    private readonly HashSet<string> _removed = new(StringComparer.OrdinalIgnoreCase);
    private string? _method;
    private (bool Get, bool Head, bool Json, bool Upload) _is;
    private HttpVersionChoice? _version;
    private bool _isVersionExact;
    private bool _isGlobOff;

    public void Take(CurlArgument argument, SourcePlace at)
    {
        if (argument.Name == "url") _urls.Add((argument.Value, at));
        if (argument.Name == "request" && MethodName.TryRead(argument.Value, at, out var method)) _method = method;
        _isGlobOff |= argument.Name == "globoff";
        _is = (_is.Get || argument.Name == "get", _is.Head || argument.Name == "head", _is.Json || argument.Name == "json",
            _is.Upload || argument.Name == "upload-file");
        if (_body.Take(argument, at) || TakeHeader(argument, at)) return;
        if (argument.Name == "url-query") _query.Add(argument.Value.StartsWith('+') ? argument.Value[1..] : Encoding.UTF8.GetString(_body.UrlEncoded(argument.Value, at)));
        if (argument.Name == "path-as-is") at.Warning("--path-as-is has no effect: dot segments of a path are resolved, and characters that need no percent-encoding are decoded");
        _isVersionExact |= argument.Name is "http2-prior-knowledge" or "http3-only";
        _version = argument.Name switch
        {
            "http2" or "http2-prior-knowledge" => HttpVersionChoice.Http2,
            "http3" or "http3-only" => HttpVersionChoice.Http3,
            _ => _version,
        };
    }

    public IEnumerable<RequestDraft> ToDrafts(SourcePlace command)
    {
        if (_urls.Count == 0) command.Problem("curl has no URL", $"write curl {TargetUrl.Example}");
        if (_body.Data is not null && !_body.Form.Parts.IsEmpty) command.Problem("curl has -d and -F at once", "give one of them");
        var (body, type) = _body.Form.Parts.IsEmpty ? (_body.Data, _body.Data is null ? null : DefaultType) : ((byte[]?, string?))_body.Form.Parts.Build();
        if (_is.Get && body is not null) (_query, body, type) = ([.. _query, Encoding.UTF8.GetString(body)], null, null);
        var method = _method ?? (_is.Head ? "HEAD" : _is.Upload ? "PUT" : body is null ? "GET" : "POST");
        foreach (var (text, at) in _urls)
            if (!IsSeveral(text, at) && TargetUrl.TryRead(WithQuery(text), at, out var url, out var authorization))
                yield return Draft(method, url, authorization, body, type, at);
    }

    // A URL with a glob: curl would send a request for each match, and to send the glob as it stands would be a request that no one means.
    private bool IsSeveral(string url, SourcePlace at)
    {
        if (_isGlobOff || Glob().Match(url) is not { Success: true } glob) return false;
        at.Problem($"curl makes several URLs out of \"{InText.Quote(glob.Value)}\"", "write each URL, or -g to keep the brackets as text");
        return true;
    }

    private string? DefaultType => _is.Json ? "application/json" : _is.Upload ? null : "application/x-www-form-urlencoded";

    private RequestDraft Draft(string method, Uri url, HeaderField? authorization, byte[]? body, string? type, SourcePlace at)
    {
        var headers = new List<HeaderField>(_headers);
        if (_is.Json) AddDefault("Accept", "application/json");
        if (type is not null) AddDefault("Content-Type", type);
        if (authorization is { } basic) AddDefault(basic.Name, basic.Value);
        return new RequestDraft
        {
            Method = method,
            Url = TextTemplate.Of(url.AbsoluteUri),
            Headers = [.. headers.Select(h => new HeaderDraft(h.Name, TextTemplate.Of(h.Value)))],
            Body = body is { Length: > 0 } ? [new BodyPart { Bytes = body }] : [],
            Version = _version,
            IsVersionExact = _isVersionExact,
            Line = at.Line,
            Column = at.Column,
        };

        void AddDefault(string name, string value)
        {
            if (HeaderList.Find(headers, name) is null && !_removed.Contains(name)) headers.Add(new(name, value));
        }
    }

    private bool TakeHeader(CurlArgument argument, SourcePlace at)
    {
        switch (argument.Name)
        {
            case "header": ReadHeader(argument.Value, at); return true;
            case "user": Set("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(WithPassword(argument.Value, at))), at); return true;
            case "oauth2-bearer": Set("Authorization", "Bearer " + argument.Value, at); return true;
            case "user-agent": Set("User-Agent", argument.Value, at); return true;
            case "referer": Set("Referer", argument.Value.Split(";auto")[0], at); return true;
            case "range": Set("Range", "bytes=" + argument.Value + (argument.Value.Contains('-', StringComparison.Ordinal) ? "" : "-"), at); return true;
            case "compressed": Set("Accept-Encoding", "gzip, deflate, br", at); return true;
            case "cookie" when !argument.Value.Contains('=', StringComparison.Ordinal):
                at.Problem($"cookies from a file are not read: \"{InText.Quote(argument.Value)}\"", "write -b 'NAME=VALUE; NAME=VALUE'");
                return true;
            case "cookie": AddCookie(argument.Value, at); return true;
            default: return false;
        }
    }

    private static string WithPassword(string user, SourcePlace at)
    {
        if (!user.Contains(':', StringComparison.Ordinal)) at.Warning("-u has no password, and curl would ask for it", "write -u USER:PASSWORD");
        return user.Contains(':', StringComparison.Ordinal) ? user : user + ":";
    }

    private void ReadHeader(string text, SourcePlace at)
    {
        if (text.StartsWith('@'))
        {
            if (!files.TryRead(text[1..], at, out var bytes)) return;
            foreach (var line in Encoding.UTF8.GetString(bytes).Split('\n').Select(l => l.TrimEnd('\r')).Where(l => l.Length > 0)) ReadHeader(line, at);
            return;
        }

        if (text.EndsWith(';') && !text.Contains(':', StringComparison.Ordinal)) text = text[..^1] + ":"; // curl sends "Name;" as a header without a value
        else if (text.TrimEnd().EndsWith(':') && text.IndexOf(':', StringComparison.Ordinal) == text.TrimEnd().Length - 1)
        {
            _removed.Add(text.TrimEnd()[..^1]);
            _headers.RemoveAll(h => _removed.Contains(h.Name));
            return;
        }

        if (!HeaderLine.TryRead(text, at, out var field)) return;
        if (HeaderList.IsWrittenByDyno(field.Name)) return;
        if (HeaderList.IsRepeated(_headers, field)) at.Problem($"curl has \"{field.Name}\" twice", "keep one of them");
        else _headers.Add(field);
    }

    // An option sets a header only when -H does not set it, in whatever order they stand.
    private void Set(string name, string value, SourcePlace place)
    {
        if (_removed.Contains(name) || HeaderList.Find(_headers, name) is not null) return;
        if (value.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0) place.Problem($"the value of \"{name}\" has a line break", "remove it");
        else if (value.Length > 0) _headers.Add(new(name, value));
    }

    private void AddCookie(string value, SourcePlace place)
    {
        var at = _headers.FindIndex(h => h.Name.Equals("Cookie", StringComparison.OrdinalIgnoreCase));
        if (at < 0) Set("Cookie", value, place);
        else _headers[at] = new(_headers[at].Name, _headers[at].Value + "; " + value);
    }

    private string WithQuery(string url)
    {
        url = WithUploadName(url);
        if (_query.Count == 0) return url;
        var fragment = url.IndexOf('#', StringComparison.Ordinal);
        if (fragment >= 0) url = url[..fragment];
        var separator = !url.Contains('?', StringComparison.Ordinal) ? "?" : url[^1] is '?' or '&' ? "" : "&";
        return url + separator + string.Join('&', _query);
    }

    // Like curl, appends the name of the uploaded file to a URL that ends without a file name.
    private string WithUploadName(string url)
    {
        if (_body.UploadName is not { Length: > 0 } name) return url;
        var end = url.IndexOfAny(['?', '#']);
        var (path, rest) = end < 0 ? (url, "") : (url[..end], url[end..]);
        var scheme = path.IndexOf("://", StringComparison.Ordinal);
        if (path.IndexOf('/', scheme < 0 ? 0 : scheme + 3) < 0) path += "/";
        return path.EndsWith('/') ? path + Uri.EscapeDataString(name) + rest : url;
    }

    // Globs of curl; not {{name}}, a slot for data, and not [::1], an address.
    [GeneratedRegex(@"(?<!\{)\{[^{}]*\}(?!\})|\[(?:[0-9]+-[0-9]+|[A-Za-z]-[A-Za-z])(?::[0-9]+)?\]")]
    private static partial Regex Glob();
}
