namespace Dyno.Inputs;

/// <summary>Takes the logins out of the requests of an input, and makes ready those whose tokens are used.</summary>
internal static class TokenLogins
{
    /// <summary>The set without its logins among the requests, and with the header that <c>--auth</c> asks for.</summary>
    public static RequestSet TakeOut(RequestSet set, LoadRequest request, ImmutableArray<string> columns, ProblemList problems)
    {
        var place = new SourcePlace(problems, set.Source);
        var logins = set.Requests.Where(r => r.Token is not null).ToImmutableArray();
        if (!logins.IsEmpty)
        {
            var labels = logins.Select(l => l.Label).ToHashSet();
            var others = set.Requests.Where(r => r.Token is null).Select(r => r with { After = r.After.RemoveAll(labels.Contains) });
            set = set with { Logins = logins, Requests = [.. others] };
            if (set.Requests.IsEmpty) logins[0].In(place).Problem("the file has only logins", "write the requests that use their tokens");
        }
        if (request.Auth is { } id) set = WithHeader(set, id, request, columns, problems);
        foreach (var login in logins) Check(login, set, place);
        return set;
    }

    /// <summary>Sets up the logins whose tokens are used.</summary>
    /// <param name="set">The input, after <see cref="TakeOut"/>.</param>
    /// <param name="headers">Headers of the command line.</param>
    public static ImmutableArray<TokenSet> Complete(RequestSet set, LoadRequest request, ImmutableArray<HeaderField> headers, HttpOptions options)
    {
        foreach (var (tokens, plan, isOwn) in Plans(set, request, headers))
            tokens.Login = new RequestLogin(plan, tokens, ForLogin(options, isOwn), TimeProvider.System);
        return UsedIn(set);
    }

    /// <summary>The servers to which the logins go whose tokens are used.</summary>
    public static IEnumerable<RequestServer> Servers(RequestSet set, LoadRequest request) => Plans(set, request, [])
        .Select(login => RequestServer.Of(new RequestDraft { Name = $"the login {login.Tokens.Name}", Url = login.Plan.Request.Url }, login.Plan.Request.RebaseTo));

    private static IEnumerable<(TokenSet Tokens, LoginPlan Plan, bool IsOwn)> Plans(RequestSet set, LoadRequest request, ImmutableArray<HeaderField> headers)
    {
        if (set.Tokens is not { } book || UsedIn(set) is not { IsEmpty: false } used) yield break;
        var own = set.Requests.Select(r => AuthorityOf(r.Url)).OfType<string>().ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var tokens in used)
        {
            var (plan, isPerUser) = book.GrantOf(tokens.Name) is { } grant ? PlanOf(grant, book) : PlanOf(set, tokens.Name, headers);
            tokens.IsPerUser = isPerUser;
            var isOwn = AuthorityOf(plan.Request.Url) is not { } authority || own.Contains(authority);
            yield return (tokens, isOwn && request.RebaseTo is { } subject ? On(plan, subject) : plan, isOwn);
        }
    }

    /// <summary>The number of users that need a token of their own: rows of the data bound it when a login takes its user from there.</summary>
    public static int Users(RequestSet set, int virtualUsers, DataFeed? feed) =>
        feed is { } rows && set.LoginsUseColumns ? Math.Min(virtualUsers, rows.Rows.Length) : virtualUsers;

    // Only logins are carried out whose token a request carries that is sent.
    private static ImmutableArray<TokenSet> UsedIn(RequestSet set) => set.Tokens is null ? []
        : [.. set.Requests.SelectMany(r => r.Sources).OfType<TokenValue>().Select(t => t.Set).Distinct()];

    private static void Check(RequestDraft login, RequestSet set, SourcePlace place)
    {
        var here = login.In(place);
        if (login.Needs.Any()) here.Problem("a login with # @token cannot use the answer of another request", "write # @once instead of # @token; the login is then sent within the load, after the other request");
        if (login.Once is not null) here.Problem("a login has either # @token or # @once", "remove one of them");
        if (login.Grpc is not null || login.WebSocket is not null) here.Problem("a login with # @token must be a request of plain HTTP", "write # @once instead of # @token");
        if (login.Weight is not null || !login.Checks.IsEmpty || !login.Thresholds.IsEmpty)
            here.Warning("# @weight, # @check and # @threshold have no effect on a login with # @token, which is no part of the load");
        if (login.Label is { } label && !UsedIn(set).Any(t => t.Name == label))
            here.Warning($"no request uses the token of \"{InText.Quote(label)}\"", $"write \"Authorization: Bearer {{{{$auth.token(\"{InText.Quote(label)}\")}}}}\" in a request, or give --auth {InText.Quote(label)}");
    }

    private static RequestSet WithHeader(RequestSet set, string id, LoadRequest request, ImmutableArray<string> columns, ProblemList problems)
    {
        var book = set.Tokens ?? BookBeside(set, request, columns, problems);
        set = set with { Tokens = book };
        if (book.Find(id, isIdToken: false, new SourcePlace(problems, "--auth"), 1) is not { } token) return set;
        var value = new TextTemplate([TextPart.Literal("Bearer "), TextPart.Slot($"$auth.token(\"{id}\")", token)]);
        return set with
        {
            Requests = [.. set.Requests.Select(r => r.Headers.Any(h => h.Name.Equals("Authorization", StringComparison.OrdinalIgnoreCase)) ? r
                : r with { Headers = r.Headers.Add(new HeaderDraft("Authorization", value)) })],
        };
    }

    // Inputs other than .http files have no environments of their own: those of the files beside them, or in the folder of a URL, count.
    private static TokenBook BookBeside(RequestSet set, LoadRequest request, ImmutableArray<string> columns, ProblemList problems)
    {
        var own = request with { HttpEnvironment = set.InputKind is "postman" or "bruno" ? null : request.HttpEnvironment };
        var context = new InputContext(File.Exists(request.Target) ? request.Target : "load.http", [], own, columns, problems);
        return new VariableScope([], EnvironmentFile.Read(context), [], context).Tokens;
    }

    private static (LoginPlan, bool) PlanOf(OAuthGrant grant, TokenBook book) =>
        (grant.ToPlan(), book.IsPerUser(grant.Name) ?? HasColumn(grant.Fields.Select(f => f.Value)));

    private static (LoginPlan, bool) PlanOf(RequestSet set, string label, ImmutableArray<HeaderField> headers)
    {
        var draft = set.Logins.First(r => r.Label == label);
        var others = headers.RemoveAll(h => h.Name.Equals("Authorization", StringComparison.OrdinalIgnoreCase));
        var compiled = DependentCompiler.Compile(draft with { Name = draft.Name ?? label }, others, null);
        var plan = new LoginPlan { Request = compiled, Expires = draft.Token!.ExpiresPlaces(label), Lifetime = draft.Token.Lifetime };
        return (plan, draft.Token.IsPerUser ?? HasColumn(draft.Texts));
    }

    private static bool HasColumn(IEnumerable<TextTemplate> texts) => texts.Any(t => VariableValue.Flatten(t).Sources.Any(s => s is FeedColumn));

    private static LoginPlan On(LoginPlan plan, Uri subject) => plan with
    {
        Request = On(plan.Request, subject),
        Refresh = plan.Refresh is { } refresh ? token => On(refresh(token), subject) : null,
    };

    private static DependentRequest On(DependentRequest request, Uri subject) => request with
    {
        RebaseTo = subject,
        ShownUrl = TargetUrl.Rebase(request.ShownUrl, subject),
        Url = request.Url.Parts is [{ Source: null, Text: ['/', ..] }, ..]
            ? new TextTemplate([TextPart.Literal(subject.GetLeftPart(UriPartial.Authority)), .. request.Url.Parts]) : request.Url,
    };

    // What is about the server under load does not hold for another server.
    private static HttpOptions ForLogin(HttpOptions options, bool isOwn) => isOwn ? options with { Version = default } : options with
    {
        Version = default,
        UnixSocket = null,
        Tls = options.Tls with { ServerName = null },
    };

    // Scheme, host and port; null for a path, and for a host that is known only when the login is sent.
    private static string? AuthorityOf(TextTemplate url)
    {
        var parts = VariableValue.Flatten(url).Parts;
        if (parts is not [{ Source: null } first, ..] || first.Text.StartsWith('/')) return null;
        var text = first.Text.Contains("://", StringComparison.Ordinal) ? first.Text : "http://" + first.Text;
        return Uri.TryCreate(text, UriKind.Absolute, out var whole) ? whole.GetLeftPart(UriPartial.Authority) : null;
    }
}
