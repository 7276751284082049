namespace Dyno.Inputs;

/// <summary>
/// <c># @token</c>: the request is a login, whose answer has a token. <c># @token per user lifetime=10m value=$.data.token
/// expires=$.data.until</c> says whose it is, how long it lives, and where both stand.
/// </summary>
/// <param name="Written">The text behind the name, as written.</param>
internal sealed partial record TokenDirective(string Written)
{
    private const string Forms = "write # @token, and behind it what differs: shared, per user, value=$.path, expires=$.path, lifetime=10m";

    /// <summary>Places where answers have a token when the file names none.</summary>
    public static readonly ImmutableArray<string> UsualPaths = ["$.access_token", "$.accessToken", "$.token", "$.id_token", "$.jwt"];

    /// <summary>Places where answers have the life of a token when the file names none.</summary>
    private static readonly ImmutableArray<string> UsualLives = ["$.expires_in", "$.expiresIn"];

    /// <summary>Whether each virtual user logs in; null: not said.</summary>
    public bool? IsPerUser { get; init; }

    /// <summary>How long the token lives; null: as the answer says.</summary>
    public TimeSpan? Lifetime { get; init; }

    /// <summary>The place of the token in the answer; null: one of the usual places.</summary>
    public AnswerValue? Value { get; init; }

    /// <summary>The place of the token's life; null: one of the usual places.</summary>
    public AnswerValue? Expires { get; init; }

    /// <summary>The places where the token may stand.</summary>
    public ImmutableArray<AnswerValue> ValuePlaces(string label) => Value is { } value ? [value] : [.. UsualPaths.Select(p => InBody(label, p))];

    /// <summary>The places where the life of the token may stand.</summary>
    public ImmutableArray<AnswerValue> ExpiresPlaces(string label) => Expires is { } value ? [value] : [.. UsualLives.Select(p => InBody(label, p))];

    public static TokenDirective Read(Directive directive, string? label, SourcePlace place)
    {
        var read = new TokenDirective(directive.Argument);
        if (label is null) place.Problem("a login with # @token needs a name", "write # @name login above it, and {{$auth.token(\"login\")}} in the requests that need the token", directive.Column);
        var rest = PerUser().Replace(directive.Argument, "peruser");
        foreach (var word in rest.Split(' ', StringSplitOptions.RemoveEmptyEntries)) read = read.With(word, label ?? "login", place, directive);
        return read;
    }

    private TokenDirective With(string word, string label, SourcePlace place, Directive directive)
    {
        var equals = word.IndexOf('=', StringComparison.Ordinal);
        var (name, value) = equals < 0 ? (word, "") : (word[..equals], word[(equals + 1)..]);
        switch (name)
        {
            case "shared" when equals < 0: return this with { IsPerUser = false };
            case "peruser" when equals < 0: return this with { IsPerUser = true };
            case "lifetime":
                if (DurationText.TryParseTyped(value, out var lifetime) && lifetime > TimeSpan.Zero) return this with { Lifetime = lifetime };
                place.Problem($"this is not a time: \"{InText.Quote(value)}\"", "write # @token lifetime=10m", directive.Column);
                return this;
            case "value": return this with { Value = PlaceOf(value, label, place, directive) };
            case "expires": return this with { Expires = PlaceOf(value, label, place, directive) };
            default:
                place.Problem($"@token does not take \"{InText.Quote(word)}\"", Forms, directive.Column);
                return this;
        }
    }

    // value=$.path, value=headers.X-Token and the other forms of {{login.response.body.…}}.
    private static AnswerValue? PlaceOf(string path, string label, SourcePlace place, Directive directive) => AnswerReference.Read(
        path.StartsWith("headers.", StringComparison.Ordinal) ? $"{label}.response.{path}" : $"{label}.response.body.{path}", [label], place, directive.Column);

    private static AnswerValue InBody(string label, string path) => new(label, ExchangeSide.Response, ExchangePart.Body, path);

    [GeneratedRegex(@"\bper\s+user\b", RegexOptions.CultureInvariant)]
    private static partial Regex PerUser();
}
