namespace Dyno.Inputs;

/// <summary>
/// The logins that one input may refer to by name: its requests with <c># @token</c>, and the configurations under <c>Security.Auth</c> of its
/// environments. Only logins whose token is used are carried out.
/// </summary>
internal sealed partial class TokenBook
{
    private readonly Dictionary<string, TokenSet> _used = new(StringComparer.Ordinal);
    private readonly Dictionary<string, OAuthGrant?> _grants = new(StringComparer.Ordinal);
    private readonly List<TextTemplate> _texts = [];
    private readonly ImmutableDictionary<string, TokenDirective> _logins;
    private readonly SecurityAuth _security;

    /// <param name="logins">The requests with <c># @token</c>, by their labels.</param>
    /// <param name="security">The configurations of the environments.</param>
    public TokenBook(ImmutableDictionary<string, TokenDirective> logins, SecurityAuth security) => (_logins, _security) = (logins, security);

    /// <summary>The texts of the logins that stand in no request, in which variables and columns may be.</summary>
    public IEnumerable<TextTemplate> Texts => _texts;

    /// <summary>Whether a login needs a column of the data.</summary>
    public bool UsesColumns => _texts.Any(t => VariableValue.Flatten(t).Sources.Any(s => s is FeedColumn));

    public bool IsLogin(string label) => _logins.ContainsKey(label);

    /// <summary>Whether the text between braces asks for a token.</summary>
    public static bool IsMeant(string written) => written.StartsWith("$auth.", StringComparison.Ordinal);

    /// <summary>The grant of a configuration that is used; null for a login by a request.</summary>
    public OAuthGrant? GrantOf(string id) => _grants.GetValueOrDefault(id);

    /// <summary>Whether each virtual user logs in by a configuration; null: not said.</summary>
    public bool? IsPerUser(string id) => _security.IsPerUser(id);

    /// <summary>Reads <c>$auth.token("id")</c> and <c>$auth.idToken("id")</c>.</summary>
    public ValueSource? Read(string written, SourcePlace place, int column)
    {
        var match = Form().Match(written);
        if (!match.Success) return Fail(place, column, $"this is not a token: \"{InText.Quote(written)}\"", "write {{$auth.token(\"id\")}}, with the id of a login");
        var id = match.Groups["id"].Value;
        if (id.Length == 0 && OnlyLogin(place, column) is { } only) id = only;
        return id.Length == 0 ? null : Find(id, match.Groups["what"].Value == "idToken", place, column);
    }

    /// <summary>The token of a login.</summary>
    /// <param name="id">The label of a request with <c># @token</c>, or the name of a configuration.</param>
    /// <param name="isIdToken">Whether the ID token of OpenID Connect is meant.</param>
    /// <param name="place">Where it is used.</param>
    public TokenValue? Find(string id, bool isIdToken, SourcePlace place, int column)
    {
        if (_logins.TryGetValue(id, out var login)) return SetOf(id).Want(isIdToken ? [InBody(id, "$.id_token")] : login.ValuePlaces(id));
        if (!_grants.TryGetValue(id, out var grant))
        {
            if (!_security.Names.Contains(id)) return Unknown(id, place, column);
            _grants[id] = grant = _security.Read(id, _texts);
        }
        return grant is null ? null : SetOf(id).Want([InBody(id, isIdToken || _security.UsesIdToken(id) ? "$.id_token" : "$.access_token")]);
    }

    /// <summary>A value of the answer of a login: <c>{{login.response.body.$.token}}</c>.</summary>
    public TokenValue? OfAnswer(AnswerValue answer, SourcePlace place, int column)
    {
        if (answer.Side == ExchangeSide.Response) return SetOf(answer.Request).Want([answer]);
        Fail(place, column, $"the content of the login \"{InText.Quote(answer.Request)}\" is not known to other requests", "take a value of its answer: {{login.response.body.$.token}}");
        return null;
    }

    private TokenSet SetOf(string id) => _used.TryGetValue(id, out var known) ? known : _used[id] = new TokenSet(id, TimeProvider.System);

    private string? OnlyLogin(SourcePlace place, int column)
    {
        var known = Known.ToList();
        if (known is [var only]) return only;
        Fail(place, column, known.Count == 0 ? "there is no login whose token could be sent" : "there are several logins",
            known.Count == 0 ? SecurityAuth.Example : $"write {{{{$auth.token(\"{InText.Quote(known[0])}\")}}}}");
        return null;
    }

    private IEnumerable<string> Known => _logins.Keys.Concat(_security.Names).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal);

    private TokenValue? Unknown(string id, SourcePlace place, int column)
    {
        var hint = NearestWord.Find(id, Known) is { } meant ? $"write {{{{$auth.token(\"{InText.Quote(meant)}\")}}}}"
            : _security.EnvironmentsWith(id) is [var one, ..] ? $"write --http-env {one}"
            : Known.FirstOrDefault() is { } known ? $"write {{{{$auth.token(\"{InText.Quote(known)}\")}}}}" : SecurityAuth.Example;
        Fail(place, column, $"there is no login \"{InText.Quote(id)}\"", hint);
        return null;
    }

    private static AnswerValue InBody(string id, string path) => new(id, ExchangeSide.Response, ExchangePart.Body, path);

    private static ValueSource? Fail(SourcePlace place, int column, string what, string writeInstead)
    {
        place.Problem(what, writeInstead, column);
        return null;
    }

    [GeneratedRegex(@"^\$auth\.(?<what>token|idToken)(?:\(\s*(?:[""'](?<id>[^""']+)[""'])?\s*\))?$", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
