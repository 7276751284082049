namespace Dyno.Inputs;

/// <summary>
/// The users of a session as rows of a data feed: virtual user n is always user n (after the last user the first one follows again), and
/// each difference between users is a column. So the logins of many users cost the wire driver no more than those of one.
/// </summary>
internal sealed class SessionUsers(ImmutableArray<SessionUser> users, SourcePlace place)
{
    private readonly List<string> _columns = [];
    private readonly List<string[]> _values = [];

    /// <summary>The requests with slots where users differ, and the feed that fills them.</summary>
    public (ImmutableArray<RequestDraft> Requests, FeedChoice? Feed) Apply(ImmutableArray<RequestDraft> requests)
    {
        if (users.IsEmpty) return (requests, null);
        foreach (var login in users.SelectMany(u => u.Logins).Select(l => l.Url).Distinct(StringComparer.OrdinalIgnoreCase))
            if (!requests.Any(r => Fits(r, login, null))) place.Warning($"no request has the URL of this login in Users: {InText.Quote(Results.Redaction.Text(login))}");
        requests = [.. requests.Select(Apply)];
        if (_columns.Count == 0) return (requests, null);
        var rows = Enumerable.Range(0, users.Length).Select(u => _values.Select(v => v[u]).ToImmutableArray());
        return (requests, FeedChoice.Inline("Users", new DataFeed { Columns = [.. _columns], Rows = [.. rows], Order = FeedOrder.PerUser }));
    }

    private RequestDraft Apply(RequestDraft request)
    {
        var logins = users.Select(u => u.Logins.FirstOrDefault(l => Fits(request, l.Url, l.Method))).ToArray();
        if (logins.Any(l => l?.Body is not null)) request = request with { Body = [BodyPart.Of(Column(logins.Select(l => l?.Body ?? TextOf(request))))] };
        if (logins.Any(l => l?.ContentType is not null)) request = WithHeader(request, "Content-Type", logins.Select(l => l?.ContentType));
        foreach (var name in logins.SelectMany(l => l?.Headers ?? []).Select(h => h.Name).Distinct(StringComparer.OrdinalIgnoreCase))
            request = WithHeader(request, name, logins.Select(l => l?.Header(name)));
        foreach (var name in users.SelectMany(u => u.Headers).Select(h => h.Name).Distinct(StringComparer.OrdinalIgnoreCase))
            request = WithHeader(request, name, users.Select(u => u.Header(name)));
        return request;
    }

    private RequestDraft WithHeader(RequestDraft request, string name, IEnumerable<string?> values)
    {
        var own = request.Headers.FirstOrDefault(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Value?.Written ?? "";
        var all = values.Select(v => v ?? own).ToList();
        if (!HttpToken.IsToken(name) || all.Any(v => v.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0))
        {
            place.Problem($"a user's header \"{InText.Quote(name)}\" cannot be sent", "write a name of letters, digits and hyphens, and a value without line breaks");
            return request;
        }

        return request with { Headers = SessionReplacements.Set(request.Headers, name, Column(all)) };
    }

    private static bool Fits(RequestDraft request, string url, string? method) =>
        request.Method is "POST" or "PUT" or "PATCH" && (method is null || method.Equals(request.Method, StringComparison.OrdinalIgnoreCase))
        && VariableValue.Flatten(request.Url).Written is var own
        && (own.Equals(url, StringComparison.OrdinalIgnoreCase) || own.EndsWith(url, StringComparison.OrdinalIgnoreCase) && url.StartsWith('/'));

    private TextTemplate Column(IEnumerable<string> values)
    {
        var name = $"user_value_{_columns.Count + 1}";
        _columns.Add(name);
        _values.Add([.. values]);
        return new TextTemplate([TextPart.Slot(name, new FeedColumn(name))]);
    }

    private static string TextOf(RequestDraft request) => string.Concat(request.Body.Select(p => p.Text?.Written ?? Encoding.UTF8.GetString(p.Bytes.Span)));
}
