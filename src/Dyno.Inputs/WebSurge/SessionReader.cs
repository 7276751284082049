namespace Dyno.Inputs;

/// <summary>Reads a West Wind WebSurge session: requests as HTTP text between lines of dashes, and options as JSON.</summary>
internal static class SessionReader
{
    public static FileKind Kind { get; } = new([".websurge"], "WebSurge session", LooksLikeSession, Read);

    /// <summary>Reads a session without a command line.</summary>
    public static RequestSet Read(string path, byte[] bytes, ProblemList problems) =>
        Read(new InputContext(path, bytes, new LoadRequest(), [], problems));

    public static RequestSet Read(InputContext context)
    {
        var (path, bytes, problems) = (context.Path, context.Bytes, context.Problems);
        var place = new SourcePlace(problems, path);
        var before = problems.Count;
        var lines = SessionLines.Read(bytes, place);
        var blocks = SessionBlocks.Split(lines, place);
        var options = blocks.Options is { } json ? SessionOptions.Read(json, place) : new SessionOptions();
        var (scope, tokens) = (new SessionScope(context), new SessionTokens());
        foreach (var (text, where) in options.Variables) scope.Define(text, where);
        var requests = blocks.Requests.Select(block => RequestBlock.Read(block, scope, options.Replacements, tokens, place))
            .OfType<RequestDraft>().ToImmutableArray();
        options.Replacements.CheckPassword(requests, context, options.PasswordPlace);
        requests = SessionVersion.Decide(requests, options.Version, place);
        (requests, var users) = new SessionUsers(options.HasUsersOff ? [] : options.Users, options.UsersPlace).Apply(requests);
        if (options.CookiesPlace is { } cookies)
            requests = SessionCookies.Keep(requests, hasLogins: users is not null && options.Users.Any(u => !u.Logins.IsEmpty), options.Settings, cookies);
        if (users is not null && context.Request.DataFile is not null)
            options.UsersPlace.Problem("the session already has data: the list Users", "leave --data out, or remove Users");
        if (requests.IsEmpty && problems.Count == before) ReportNothingToSend(blocks, lines, place);
        return new RequestSet
        {
            Name = Path.GetFileNameWithoutExtension(path),
            InputKind = "websurge",
            Source = path,
            Requests = requests,
            Settings = users is null ? options.Settings : options.Settings with { Feed = users },
            Variables = scope.Used,
        };
    }

    private static void ReportNothingToSend(SessionBlocks blocks, ImmutableArray<SessionLine> lines, SourcePlace place)
    {
        if (blocks.Requests.IsEmpty) SessionLines.EndOf(blocks.Options is null ? lines : lines[..0]).In(place).Problem("the session has no requests", $"write one, e.g. \"GET {TargetUrl.Example} HTTP/1.1\"");
        else blocks.Requests[0][0].In(place).Problem("the session has only inactive requests, tunnels and stored answers",
            $"remove \"{ControlHeaders.Inactive}: 1\" from a request, or write \"GET {TargetUrl.Example} HTTP/1.1\"");
    }

    private static bool LooksLikeSession(ContentSample sample) => sample.Lines.Any(RequestLine.LooksLikeOne);
}
