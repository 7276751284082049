namespace Dyno.Inputs;

/// <summary>
/// The logins under <c>Security.Auth</c> of an environment, as JetBrains' HTTP Client has them in <c>http-client.env.json</c> and
/// <c>http-client.private.env.json</c>: OAuth 2.0 with the grants that need no person at a browser.
/// </summary>
internal sealed partial class SecurityAuth(EnvironmentFile environment, VariableScope scope, SourcePlace place)
{
    /// <summary>What to write when there is no login.</summary>
    public const string Example = "write into http-client.env.json: { \"dev\": { \"Security\": { \"Auth\": { \"api\": { \"Type\": \"OAuth2\", \"Grant Type\": "
        + "\"Client Credentials\", \"Token URL\": \"https://…\", \"Client ID\": \"…\", \"Client Secret\": \"{{$processEnv CLIENT_SECRET}}\" } } } } }, and give --http-env dev";

    private const string Prefix = "Security.Auth.";
    private const string Custom = "Custom Request Parameters";

    private static readonly ImmutableArray<string> Known =
    [
        "Type", "Grant Type", "Token URL", "Client ID", "Client Secret", "Client Credentials", "Scope", "Username", "Password", "Refresh Token", "Use ID Token",
        "Per User", Custom, "Acquire Automatically", "Auth URL", "Redirect URL", "Device Auth URL", "PKCE", "Start Auth URL", "Custom Headers",
    ];

    /// <summary>The names of the configurations in the chosen environment and in those shared by all.</summary>
    public IEnumerable<string> Names => environment.Names.Select(NameIn).OfType<string>().Distinct(StringComparer.Ordinal);

    /// <summary>The environments that have a configuration of this name.</summary>
    public ImmutableArray<string> EnvironmentsWith(string id) => environment.IsChosen ? [] : environment.EnvironmentsWith(Prefix + id);

    /// <summary>Whether the ID token is sent as the token.</summary>
    public bool UsesIdToken(string id) => Text(id, "Use ID Token") is "true";

    /// <summary>Whether each virtual user logs in (<c>"Per User": true</c>, which is Dyno's own); null: not said.</summary>
    public bool? IsPerUser(string id) => Text(id, "Per User") switch { "true" => true, "false" => false, _ => null };

    /// <summary>Reads a configuration; null with problems.</summary>
    /// <param name="texts">Takes every text that was read.</param>
    public OAuthGrant? Read(string id, List<TextTemplate> texts)
    {
        var before = place.Problems.Count;
        foreach (var key in KeysOf(id).Where(k => !Known.Contains(k)))
            if (NearestWord.Find(key, Known) is { } meant) At(id, key).Problem($"\"{InText.Quote(key)}\" is not known", $"write \"{meant}\"");
        if (Required(id, "Type", "write \"Type\": \"OAuth2\"") is { } type && type != "OAuth2")
            At(id, "Type").Problem($"Dyno logs in with OAuth2, not with \"{InText.Quote(type)}\"", "write \"Type\": \"OAuth2\", or a request with # @token above it");
        var grant = GrantOf(id);
        var url = Template(id, "Token URL", texts);
        if (url is null) At(id, "Type").Problem("the \"Token URL\" is missing", "write \"Token URL\": \"https://issuer/oauth/token\"");
        var client = Required(id, "Client ID", "write \"Client ID\": \"…\"");
        var fields = grant is null ? [] : FieldsOf(id, grant, texts);
        var authentication = AuthenticationOf(id);
        if (place.Problems.Count > before) return null;
        return new OAuthGrant
        {
            Name = id,
            TokenUrl = VariableValue.Flatten(url!),
            ShownUrl = VariableValue.Shown(url!).Written,
            GrantType = grant!,
            ClientId = client!,
            ClientSecret = Text(id, "Client Secret"),
            Authentication = authentication,
            Fields = fields,
        };
    }

    private string? GrantOf(string id)
    {
        switch (Required(id, "Grant Type", "write \"Grant Type\": \"Client Credentials\""))
        {
            case null: return null;
            case "Client Credentials": return "client_credentials";
            case "Password": return "password";
            case "Refresh Token": return "refresh_token";
            case "Authorization Code" or "Implicit" or "Device Authorization":
                At(id, "Grant Type").Problem("this grant needs a person at a browser, and a load has none",
                    "log in with the editor, take the refresh token from its log, and write \"Grant Type\": \"Refresh Token\", \"Refresh Token\": \"{{$processEnv REFRESH_TOKEN}}\"");
                return null;
            default:
                At(id, "Grant Type").Problem("this grant is not known", "write Client Credentials, Password or Refresh Token");
                return null;
        }
    }

    private ImmutableArray<(string, TextTemplate)> FieldsOf(string id, string grant, List<TextTemplate> texts)
    {
        var fields = ImmutableArray.CreateBuilder<(string, TextTemplate)>();
        if (grant == "password") { Add("username", "Username", true); Add("password", "Password", true); }
        if (grant == "refresh_token") Add("refresh_token", "Refresh Token", true);
        Add("scope", "Scope", false);
        foreach (var name in ParametersOf(id))
        {
            var key = $"{Custom}.{name}";
            if (Text(id, key + ".Use") is "In Auth Request") continue; // of the page in the browser
            var single = Template(id, key + ".Value", texts) ?? (IsList(id, key) ? null : Template(id, key, texts));
            if (single is not null) { fields.Add((name, VariableValue.Flatten(single))); continue; }
            for (var i = 0; (Template(id, $"{key}.Value[{i}]", texts) ?? Template(id, $"{key}[{i}]", texts)) is { } item; i++) fields.Add((name, VariableValue.Flatten(item)));
        }
        return fields.ToImmutable();

        void Add(string field, string key, bool isNeeded)
        {
            if (Template(id, key, texts) is { } value) fields.Add((field, VariableValue.Flatten(value)));
            else if (isNeeded) At(id, "Grant Type").Problem($"the \"{key}\" is missing", $"write \"{key}\": \"{{{{$processEnv {key.ToUpperInvariant().Replace(' ', '_')}}}}}\"");
        }
    }

    private ClientAuthentication AuthenticationOf(string id)
    {
        switch (Text(id, "Client Credentials"))
        {
            case null or "in body": return ClientAuthentication.Body;
            case "basic": return ClientAuthentication.Basic;
            case "none": return ClientAuthentication.None;
            default:
                At(id, "Client Credentials").Problem("this is no way to send the client's id and secret", "write \"in body\", \"basic\" or \"none\"");
                return default;
        }
    }

    private string? Required(string id, string key, string writeInstead)
    {
        if (Text(id, key) is { Length: > 0 } text) return text;
        if (Find(id, key) is null) At(id, "Type").Problem($"the login \"{InText.Quote(id)}\" has no \"{key}\"", writeInstead);
        return null;
    }

    // A text that is known before the load.
    private string? Text(string id, string key)
    {
        if (Template(id, key, []) is not { } template) return null;
        var flat = VariableValue.Flatten(template);
        if (flat.IsLiteral) return flat.Written;
        At(id, key).Problem($"\"{key}\" must be known before the load", "write it without a column of the data and without a generated value");
        return null;
    }

    private TextTemplate? Template(string id, string key, List<TextTemplate> texts)
    {
        if (Find(id, key) is null) return null;
        var before = place.Problems.Count;
        if (scope.Resolve($"{Prefix}{id}.{key}", place, 1) is not VariableValue { Value: var value }) return place.Problems.Count > before ? TextTemplate.Empty : null;
        texts.Add(new TextTemplate([TextPart.Slot(key, new VariableValue(key, value, VariableOrigin.PrivateEnvironment))]));
        return value;
    }

    private bool IsList(string id, string key) => (Find(id, key + ".Value[0]") ?? Find(id, key + "[0]")) is not null;

    private EnvironmentEntry? Find(string id, string key) => environment.Find($"{Prefix}{id}.{key}");

    private SourcePlace At(string id, string key) => (Find(id, key) ?? environment.Find(Prefix + id)) is { Definition: { Line: { } line } definition }
        ? place with { Source = definition.Source ?? place.Source, Line = line, Column = definition.Column }
        : place;

    private IEnumerable<string> KeysOf(string id) => environment.Names.Where(n => n.StartsWith($"{Prefix}{id}.", StringComparison.Ordinal))
        .Select(n => n[(Prefix.Length + id.Length + 1)..].Split('.', '[')[0]).Distinct(StringComparer.Ordinal);

    private IEnumerable<string> ParametersOf(string id) => environment.Names.Where(n => n.StartsWith($"{Prefix}{id}.{Custom}.", StringComparison.Ordinal))
        .Select(n => Tail().Replace(n[(Prefix.Length + id.Length + Custom.Length + 2)..], "")).Distinct(StringComparer.Ordinal);

    private static string? NameIn(string variable) => Place().Match(variable) is { Success: true } match ? match.Groups["id"].Value : null;

    [GeneratedRegex(@"^Security\.Auth\.(?<id>[^.\[]+)$", RegexOptions.CultureInvariant)]
    private static partial Regex Place();

    [GeneratedRegex(@"(\.Value|\.Use)?(\[\d+\])?$", RegexOptions.CultureInvariant)]
    private static partial Regex Tail();
}
