namespace Dyno.Inputs;

/// <summary>The options of a session: a JSON object. An option that Dyno cannot follow is reported, never left out silently.</summary>
internal sealed record SessionOptions
{
    public FileSettings Settings { get; init; } = new();

    public SessionReplacements Replacements { get; init; } = new();

    public ImmutableArray<SessionUser> Users { get; init; } = [];

    /// <summary>The place of the option that asks to send cookies back (TrackPerSessionCookies); null without it.</summary>
    public SourcePlace? CookiesPlace { get; init; }

    /// <summary>The version of HTTP for the whole session, which wins over the request lines; null when the session has none.</summary>
    public HttpVersionChoice? Version { get; init; }

    /// <summary>Whether the session has users, but they are switched off.</summary>
    public bool HasUsersOff { get; init; }

    /// <summary>Where the option Password stands; without it, where UsernamePasswordType stands.</summary>
    public SourcePlace PasswordPlace { get; init; }

    /// <summary>Where the option Users stands.</summary>
    public SourcePlace UsersPlace { get; init; }

    public ImmutableArray<(string Text, SourcePlace Place)> Variables { get; init; } = [];

    private static readonly JsonReaderOptions Lenient = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    public static SessionOptions Read(ImmutableArray<SessionLine> lines, SourcePlace place)
    {
        if (lines.All(l => l.IsBlank)) return new SessionOptions();
        var firstLine = lines[0].Number;
        var json = Encoding.UTF8.GetBytes(string.Join('\n', lines.Select(l => l.Text)));
        try
        {
            return ReadObject(json, firstLine, place);
        }
        catch (JsonException wrong)
        {
            var at = TextPosition.Of(wrong, json);
            (place with { Line = firstLine + at.Line - 1, Column = at.Column })
                .Problem("the options are not valid JSON here", "write \"Name\": value, with a comma between two of them");
            return new SessionOptions();
        }
    }

    private static SessionOptions ReadObject(byte[] json, int firstLine, SourcePlace place)
    {
        var reader = new Utf8JsonReader(json, Lenient);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) throw new JsonException(null, null, 0, 0);
        var settings = new SessionOptions();
        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.GetString()!;
            var at = TextPosition.Of(json, (int)reader.TokenStartIndex);
            var here = place with { Line = firstLine + at.Line - 1, Column = at.Column };
            reader.Read();
            using var value = JsonDocument.ParseValue(ref reader);
            if (!seen.Add(name)) here.Problem($"the option \"{InText.Quote(name)}\" is given twice", "keep one of them");
            else settings = SessionOption.Apply(settings, name, value.RootElement, here);
        }

        if (reader.Read()) throw new JsonException(null, null, 0, 0);
        return settings;
    }
}
