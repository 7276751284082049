using Dyno.Http;

namespace Dyno.Dashboard;

/// <summary>The request to send.</summary>
/// <param name="Line">The line at which the request begins, from 1; counts where the name is empty.</param>
/// <param name="BaseUrl">The base URL to use in place of the file's; null: the file's.</param>
internal sealed record SendRequest(string Path, string Name, int Line, string? BaseUrl);

/// <summary>The answer, or the reason why there is none.</summary>
internal sealed record SentRequest
{
    public required string Asked { get; init; }

    /// <summary>Why there is no answer; null when there is one.</summary>
    public string? Problem { get; init; }

    public int Status { get; init; }

    public string Reason { get; init; } = "";

    public string Protocol { get; init; } = "";

    public ImmutableArray<HeaderPair> Headers { get; init; } = [];

    /// <summary>The body as text, JSON indented; at most 1 MB of it.</summary>
    public string Body { get; init; } = "";

    /// <summary>How much of the body is shown, in words; empty for a whole text.</summary>
    public string BodyNote { get; init; } = "";

    public ImmutableArray<PhaseTime> Timings { get; init; } = [];

    /// <summary>The time of all phases together.</summary>
    public string Total { get; init; } = "";

    public string Size { get; init; } = "";
}

internal sealed record HeaderPair(string Name, string Value);

/// <summary>A phase of a request, such as connecting.</summary>
/// <param name="Text">Its length with the unit.</param>
/// <param name="Nanos">Its length in nanoseconds.</param>
internal sealed record PhaseTime(string Name, string Text, long Nanos);

/// <summary>Sends one request, after those whose answers it needs, with the client that loads use.</summary>
internal static class OneRequest
{
    private const int LongestText = 1_000_000;
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping
    };

    public static async Task<SentRequest> SendAsync(string file, SendRequest wanted, CancellationToken cancellation)
    {
        var chain = Find(file, wanted);
        var options = new HttpOptions { Timeout = TimeSpan.FromSeconds(30) };
        var pass = await OnePass.SendAsync(chain, options, TimeProvider.System, cancellation);
        if (pass.Sent.Length < chain.Length)
            return new SentRequest { Asked = $"{chain[^1].Method} {chain[^1].ShownUrl}", Problem = pass.Problem ?? $"{chain[pass.Sent.Length - 1].Name}: {ProblemOf(pass.Sent[^1].Answer)}" };
        var (request, answer) = pass.Sent[^1];
        var before = string.Join(", ", pass.Sent.SkipLast(1).Select((sent, i) => $"{chain[i].Name}: {sent.Answer.Status}"));
        var asked = $"{request.Method} {request.Url}{(before.Length > 0 ? $" (after {before})" : "")}";
        if (answer.Error != RequestErrorKind.None) return new SentRequest { Asked = asked, Problem = ProblemOf(answer) };
        var (body, note) = Text(answer);
        return new SentRequest
        {
            Asked = asked,
            Status = answer.Status,
            Reason = answer.ReasonPhrase,
            Protocol = answer.Protocol + (answer.Tls is { } tls ? $", {tls}" : ""),
            Headers = [.. answer.Headers.Select(header => new HeaderPair(header.Name, header.Value))],
            Body = body,
            BodyNote = note,
            Timings = [.. PhasesOf(answer.Timings)],
            Total = FigureText.Time(answer.Timings.TotalNanos),
            Size = FigureText.Traffic(answer.BytesReceived),
        };
    }

    private static string ProblemOf(WireResponse answer) => answer.ErrorText.Length > 0 ? answer.ErrorText : answer.Error.ToString();

    private static ImmutableArray<DependentRequest> Find(string file, SendRequest wanted)
    {
        var rebase = wanted.BaseUrl is { Length: > 0 } url
            ? Uri.TryCreate(url, UriKind.Absolute, out var known) ? known : throw RefusedException.Wrong($"\"{url}\" is not a URL", "write http://localhost:5000")
            : null;
        var chain = InputReader.ReadChain(new LoadRequest
        {
            Target = file,
            RequestNames = wanted.Name.Length > 0 ? [wanted.Name] : [],
            RebaseTo = rebase
        }, wanted.Name.Length > 0 ? null : wanted.Line);
        return chain.IsEmpty
            ? throw RefusedException.Wrong($"{(wanted.Name.Length > 0 ? wanted.Name : "the request")} is a call of gRPC or a WebSocket, which Send does not show", "run the file with one iteration: dyno run FILE -i 1 -c 1")
            : chain;
    }

    private static IEnumerable<PhaseTime> PhasesOf(WireTimings times)
    {
        yield return Phase("waiting for a connection", times.BlockedNanos);
        yield return Phase("connecting", times.ConnectingNanos);
        if (times.TlsHandshakingNanos > 0) yield return Phase("TLS handshake", times.TlsHandshakingNanos);
        yield return Phase("sending", times.SendingNanos);
        yield return Phase("waiting for the answer", times.WaitingNanos);
        yield return Phase("receiving", times.ReceivingNanos);

        static PhaseTime Phase(string name, long nanos) => new(name, FigureText.Time(nanos), nanos);
    }

    // The body is shown as text whatever its type, so that no script in an answer runs.
    private static (string Text, string Note) Text(WireResponse answer)
    {
        var bytes = answer.Body;
        if (bytes.IsEmpty) return ("", "no body");
        if (bytes.Span.IndexOf((byte)0) >= 0) return ("", $"{FigureText.Traffic(bytes.Length)} of binary data");
        var text = Encoding.UTF8.GetString(bytes.Span[..Math.Min(bytes.Length, LongestText)]);
        if (bytes.Length > LongestText) return (text, $"the first {FigureText.Traffic(LongestText)} of {FigureText.Traffic(bytes.Length)}");
        return (Pretty(text), "");
    }

    private static string Pretty(string text)
    {
        if (text.AsSpan().TrimStart() is not ['{' or '[', ..]) return text;
        return Attempt.Read(() => JsonSerializer.Serialize(JsonElement.Parse(text), Indented)) ?? text;
    }
}
