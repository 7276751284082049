namespace Dyno.Inputs;

/// <summary>Makes one request from a URL and the options of the command line.</summary>
internal static class UrlReader
{
    public static RequestSet Read(LoadRequest request, ProblemList problems)
    {
        var source = Redaction.Url(request.Target!.Trim());
        UnfilledSlots.Check(request, source, problems);
        var body = ReadBody(request, problems);
        if (GrpcTarget.IsMeant(request.Target!.Trim())) return ReadCall(request, source, body, problems);
        if (WebSocketTarget.IsMeant(request.Target!.Trim())) return ReadWebSocket(request, source, problems);
        var method = request.Method ?? (body is null ? "GET" : "POST");
        var hasMethod = MethodName.TryRead(method, new(problems, "--method"), out method);
        var hasUrl = TargetUrl.TryRead(WholeUrl(request), new(problems, source), out var url, out var authorization);
        if (!hasMethod || !hasUrl) return new() { Name = source, InputKind = "url", Source = source };
        return new()
        {
            Name = url!.Authority + url.AbsolutePath.TrimEnd('/'),
            InputKind = "url",
            Source = source,
            Requests =
            [
                RequestDraft.Of(new HttpRequestPlan
                {
                    Name = RequestNames.Default(method, url),
                    Method = method,
                    Url = url,
                    Headers = HeadersOf(authorization, body),
                    Body = body,
                }),
            ],
        };
    }

    private static RequestSet ReadCall(LoadRequest request, string source, byte[]? body, ProblemList problems)
    {
        var nothing = new RequestSet { Name = source, InputKind = "url", Source = source };
        if (request.Method is not null) problems.Add("--method", "a gRPC call has no method", "leave it out");
        if (!TargetUrl.TryRead(GrpcTarget.ToHttp(request.Target!.Trim()), new(problems, source), out var url, out var authorization)) return nothing;
        if (new GrpcTarget(request, problems).Read(url.AbsolutePath, new(problems, source)) is not { } call) return nothing;
        var draft = RequestDraft.Of(new HttpRequestPlan
        {
            Name = GrpcTarget.NameOf(call),
            Method = "GRPC",
            Url = url,
            Headers = authorization is { } basic ? [basic] : [],
            Body = body,
        });
        return nothing with
        {
            Name = url.Authority + url.AbsolutePath,
            Requests = [draft with { Grpc = call, Version = HttpVersionChoice.Http2, IsVersionExact = true }],
        };
    }

    private static RequestSet ReadWebSocket(LoadRequest request, string source, ProblemList problems)
    {
        var nothing = new RequestSet { Name = source, InputKind = "url", Source = source };
        if (request.Method is not null) problems.Add("--method", "a WebSocket has no method", "leave it out");
        if (request.Body is not null) problems.Add("--body", "a WebSocket sends messages, not a body", "write --send TEXT");
        if (request.BodyFile is not null) problems.Add("--body-file", "a WebSocket sends messages, not a body", "write --send TEXT");
        if (!TargetUrl.TryRead(WebSocketTarget.ToHttp(request.Target!.Trim()), new(problems, source), out var url, out var authorization)) return nothing;
        var plan = WebSocketTarget.Plan(request, problems);
        var draft = RequestDraft.Of(new HttpRequestPlan
        {
            Name = RequestNames.Default("WEBSOCKET", url),
            Method = "WEBSOCKET",
            Url = url,
            Headers = authorization is { } basic ? [basic] : [],
        }) with
        { WebSocket = plan };
        return nothing with
        {
            Name = url.Authority + url.AbsolutePath.TrimEnd('/'),
            Requests = request.Send.IsDefaultOrEmpty ? [draft]
                : [.. request.Send.Select(text => draft with { Body = [new BodyPart { Bytes = Encoding.UTF8.GetBytes(text) }] })],
        };
    }

    private static string WholeUrl(LoadRequest request) =>
        request.RebaseTo is { } subject && request.Target!.Trim().StartsWith('/')
            ? subject.GetLeftPart(UriPartial.Authority) + request.Target.Trim()
            : request.Target!;

    private static byte[]? ReadBody(LoadRequest request, ProblemList problems)
    {
        if (request.Body is not null && request.BodyFile is not null)
            problems.Add("--body-file", "there is a --body as well", "give one of them");
        if (request.Body is ['@', not ' ', ..] && !request.Body.Contains('\n', StringComparison.Ordinal))
            problems.Add("--body", $"\"{InText.Quote(request.Body)}\" would be sent as it stands: -b takes the body itself, not a file", $"write --body-file {InText.Quote(request.Body[1..])}");
        if (request.BodyFile is null) return request.Body is null ? null : Encoding.UTF8.GetBytes(request.Body);
        return InputFile.TryRead(request.BodyFile, new(problems, "--body-file"), out var bytes) ? bytes : null;
    }

    private static ImmutableArray<HeaderField> HeadersOf(HeaderField? authorization, byte[]? body)
    {
        var headers = ImmutableArray.CreateBuilder<HeaderField>();
        if (authorization is { } basic) headers.Add(basic);
        if (body is not null && LooksLikeJson(body)) headers.Add(new("Content-Type", "application/json"));
        return headers.ToImmutable();
    }

    private static bool LooksLikeJson(ReadOnlySpan<byte> body)
    {
        if (body.IsEmpty || body[0] is not ((byte)'{' or (byte)'[')) return false;
        try
        {
            var reader = new Utf8JsonReader(body);
            while (reader.Read()) { }
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
