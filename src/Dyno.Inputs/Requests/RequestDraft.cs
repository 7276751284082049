namespace Dyno.Inputs;

/// <summary>
/// One request as its file says it. All readers fill this model, scenarios are built from it, and <c>dyno convert</c>
/// writes it in another language. The texts keep their slots (<c>{{host}}</c>, <c>{{$guid}}</c>,
/// <c>{{login.response.body.$.token}}</c>) and the source of each value: a <see cref="VariableValue"/> for what is
/// known when the file is read, a <see cref="GeneratedValue"/>, a <see cref="FeedColumn"/> or an
/// <see cref="AnswerValue"/>. <see cref="RequestCompiler"/> turns the draft into what a driver sends.
/// </summary>
internal sealed record RequestDraft
{
    /// <summary>The request's name in every report, as the file gives it; null: method and path are the name.</summary>
    public string? Name { get; init; }

    /// <summary>
    /// The name by which other requests refer to this one (<c># @name login</c>): letters, digits, <c>_</c> and <c>-</c>. Null when the
    /// request has no such name.
    /// </summary>
    public string? Label { get; init; }

    /// <summary>The method in capitals.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>The URL, with scheme and host once its slots are filled; without user info and fragment.</summary>
    public required TextTemplate Url { get; init; }

    /// <summary>The headers in order. Content-Length and Transfer-Encoding are never among them, because Dyno writes these.</summary>
    public ImmutableArray<HeaderDraft> Headers { get; init; } = [];

    /// <summary>Pieces of the body in order; empty for none.</summary>
    public ImmutableArray<BodyPart> Body { get; init; } = [];

    /// <summary>The version that the request line asks for; null: the default, HTTP/1.1.</summary>
    public HttpVersionChoice? Version { get; init; }

    /// <summary>Whether the version is used with any scheme. Otherwise HTTP/2 of a file needs https, where both sides negotiate the version.</summary>
    public bool IsVersionExact { get; init; }

    /// <summary>The gRPC call that this request is, with its messages in <see cref="Body"/>; null for a request of plain HTTP.</summary>
    public GrpcCallPlan? Grpc { get; init; }

    /// <summary>The WebSocket exchange that this request is, with its messages in <see cref="Body"/>; null for a request of plain HTTP.</summary>
    public WebSocketPlan? WebSocket { get; init; }

    /// <summary>Conditions on the answers of this request alone.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];

    /// <summary>Conditions on the figures of this request alone; their selectors have no <c>name</c> yet.</summary>
    public ImmutableArray<Threshold> Thresholds { get; init; } = [];

    /// <summary>
    /// The request's share of a mix, 1 to 1,000; null when the file gives none. When one request of a file has a weight, an iteration is
    /// one request drawn by weight (requests without a weight count 1), not a pass through all requests.
    /// </summary>
    public int? Weight { get; init; }

    /// <summary>Labels of requests that must be sent before this one although it uses none of their values: a login that sets a cookie.</summary>
    public ImmutableArray<string> After { get; init; } = [];

    /// <summary>Whether the request is sent only once, and for whom (<c># @once</c>); null: in each iteration.</summary>
    public OnceFor? Once { get; init; }

    /// <summary>How the token of the answer is used, when the request is a login (<c># @token</c>) and no part of the load; otherwise null.</summary>
    public TokenDirective? Token { get; init; }

    /// <summary>The instance of the program under test that the request goes to, from 1; null when the request names none.</summary>
    public int? Instance { get; init; }

    /// <summary>Whether cookies that the answer sets are sent with later requests; false: they are forgotten (<c># @no-cookie-jar</c>).</summary>
    public bool KeepsCookies { get; init; } = true;

    /// <summary>Whether the request comes first, unshuffled, when the others are taken in a random order.</summary>
    public bool KeepsPlace { get; init; }

    /// <summary>The line where the request begins, from 1; null when it comes from no file.</summary>
    public int? Line { get; init; }

    /// <summary>The column in this line, from 1.</summary>
    public int? Column { get; init; }

    /// <summary>The place where the request begins.</summary>
    public SourcePlace In(SourcePlace file) => Line is null ? file : file with { Line = Line, Column = Column };

    /// <summary>Every text with slots: URL, header values, bodies.</summary>
    public IEnumerable<TextTemplate> Texts =>
        [Url, .. Headers.Select(h => h.Value), .. Body.Select(b => b.Text).OfType<TextTemplate>()];

    /// <summary>Where all values come from; each variable is followed to its source.</summary>
    public IEnumerable<ValueSource> Sources => Texts.SelectMany(t => VariableValue.Flatten(t).Sources);

    /// <summary>The labels of the requests whose answers this request needs, and of those that must be sent before it.</summary>
    public IEnumerable<string> Needs => Sources.OfType<AnswerValue>().Select(a => a.Request).Concat(After).Distinct(StringComparer.Ordinal);

    /// <summary>The request as it is sent when it depends on no answer (the columns of a feed stay as slots).</summary>
    public HttpRequestPlan Plan => RequestCompiler.Compile(this);

    /// <summary>The same request with each generated value replaced by an example, to send it once, without a load.</summary>
    public RequestDraft WithExamples()
    {
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
        maker.BeginRequest();
        return this with
        {
            Url = Fill(Url),
            Headers = [.. Headers.Select(h => h with { Value = Fill(h.Value) })],
            Body = [.. Body.Select(b => b.Text is null ? b : b with { Text = Fill(b.Text) })],
        };

        TextTemplate Fill(TextTemplate text) => VariableValue.Flatten(text)
            .Replace(part => [part.Source is GeneratedValue value ? TextPart.Literal(ExampleOf(value, maker)) : part]);
    }

    private static string ExampleOf(GeneratedValue value, ValueMaker maker)
    {
        var bytes = new byte[value.MaxLength];
        return Encoding.UTF8.GetString(bytes.AsSpan(0, value.Write(maker, bytes)));
    }

    /// <summary>A request that is known byte for byte.</summary>
    public static RequestDraft Of(HttpRequestPlan plan, bool keepsPlace = false) => new()
    {
        Name = plan.Name,
        Method = plan.Method,
        Url = TextTemplate.Of(plan.Url.AbsoluteUri),
        Headers = [.. plan.Headers.Select(h => new HeaderDraft(h.Name, TextTemplate.Of(h.Value)))],
        Body = plan.Body.IsEmpty ? [] : [new BodyPart { Bytes = plan.Body }],
        KeepsPlace = keepsPlace,
    };
}

/// <summary>A header whose value may have slots.</summary>
/// <param name="Name">A token by RFC 9110.</param>
/// <param name="Value">The value; no control characters in its literals.</param>
internal readonly record struct HeaderDraft(string Name, TextTemplate Value);
