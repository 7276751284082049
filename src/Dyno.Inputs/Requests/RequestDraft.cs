using System.Collections.Immutable;
using System.Text;
using Dyno.Http.Checks;
using Dyno.Http.Grpc;
using Dyno.Http.Requests;
using Dyno.Http.Templates;
using Dyno.Http.WebSockets;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Requests;

/// <summary>
/// One request as its file says it. All readers fill this model, scenarios are built from it, and <c>dyno convert</c>
/// writes it in another language. The texts keep their slots (<c>{{host}}</c>, <c>{{$guid}}</c>,
/// <c>{{login.response.body.$.token}}</c>) and the source of each value: a <see cref="VariableValue"/> for what is
/// known when the file is read, a <see cref="GeneratedValue"/>, a <see cref="FeedColumn"/> or an
/// <see cref="AnswerValue"/>. <see cref="RequestCompiler"/> turns the draft into what a driver sends.
/// </summary>
internal sealed record RequestDraft
{
    /// <summary>The request's name in every report, as the file gives it; null: method and path.</summary>
    public string? Name { get; init; }

    /// <summary>
    /// What other requests call it (<c># @name login</c>); letters, digits, <c>_</c> and <c>-</c>. Null when it has no such name.
    /// </summary>
    public string? Label { get; init; }

    /// <summary>In capitals.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>With scheme and host, once slots are filled; no user info, no fragment.</summary>
    public required TextTemplate Url { get; init; }

    /// <summary>In order. Content-Length and Transfer-Encoding are never here: Dyno writes them.</summary>
    public ImmutableArray<HeaderDraft> Headers { get; init; } = [];

    /// <summary>Pieces of the body in order; empty for none.</summary>
    public ImmutableArray<BodyPart> Body { get; init; } = [];

    /// <summary>The version its request line asks for; null: nothing special, HTTP/1.1.</summary>
    public HttpVersionChoice? Version { get; init; }

    /// <summary>The version is spoken whatever the scheme; otherwise a file's HTTP/2 needs https, where both sides agree on it.</summary>
    public bool IsVersionExact { get; init; }

    /// <summary>What makes it a call of gRPC, whose messages stand in <see cref="Body"/>; null: a request of HTTP.</summary>
    public GrpcCallPlan? Grpc { get; init; }

    /// <summary>What makes it messages over a WebSocket, which stand in <see cref="Body"/>; null: a request of HTTP.</summary>
    public WebSocketPlan? WebSocket { get; init; }

    /// <summary>Conditions on the answers of this request alone.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];

    /// <summary>Conditions on the figures of this request alone; their selectors have no <c>name</c> yet.</summary>
    public ImmutableArray<Threshold> Thresholds { get; init; } = [];

    /// <summary>
    /// Its share of a mix, 1 to 1,000; null when the file gives none. As soon as one request of a file has a weight, an
    /// iteration is one request drawn by weight (those without count 1), not a pass through all of them.
    /// </summary>
    public int? Weight { get; init; }

    /// <summary>Labels of requests that must be sent before it though it uses no value of theirs: a login that sets a cookie.</summary>
    public ImmutableArray<string> After { get; init; } = [];

    /// <summary>The instance of the program under test that it goes to, from 1; null: it does not say.</summary>
    public int? Instance { get; init; }

    /// <summary>Cookies that its answer sets go with the requests after it; false: they are forgotten (<c># @no-cookie-jar</c>).</summary>
    public bool KeepsCookies { get; init; } = true;

    /// <summary>Whether the request comes first, unshuffled, when the others are taken in a random order.</summary>
    public bool KeepsPlace { get; init; }

    /// <summary>The line it begins at, from 1; null when it comes from no file.</summary>
    public int? Line { get; init; }

    /// <summary>The column in this line, from 1.</summary>
    public int? Column { get; init; }

    /// <summary>Where it begins.</summary>
    public SourcePlace In(SourcePlace file) => Line is null ? file : file with { Line = Line, Column = Column };

    /// <summary>Every text with slots: URL, header values, bodies.</summary>
    public IEnumerable<TextTemplate> Texts =>
        [Url, .. Headers.Select(h => h.Value), .. Body.Select(b => b.Text).OfType<TextTemplate>()];

    /// <summary>Where all values come from; each variable is followed to its source.</summary>
    public IEnumerable<ValueSource> Sources => Texts.SelectMany(t => VariableValue.Flatten(t).Sources);

    /// <summary>The labels of the requests whose answers it needs, and of those it comes after.</summary>
    public IEnumerable<string> Needs => Sources.OfType<AnswerValue>().Select(a => a.Request).Concat(After).Distinct(StringComparer.Ordinal);

    /// <summary>What is sent when nothing depends on an answer (a feed's columns stay as slots).</summary>
    public HttpRequestPlan Plan => RequestCompiler.Compile(this);

    /// <summary>The same request with one example of each generated value in its place: for sending it once, apart from a load.</summary>
    public RequestDraft WithExamples()
    {
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
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
/// <param name="Value">No control characters in its literals.</param>
internal readonly record struct HeaderDraft(string Name, TextTemplate Value);
