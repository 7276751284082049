namespace Dyno.Inputs;

/// <summary>Reads WebSockets as they are written: <c>ws://host:port/path</c>, <c>wss://</c> over TLS, and the messages to send.</summary>
internal static class WebSocketTarget
{
    public const string Example = "ws://localhost:5000/path";
    private static readonly TimeSpan ShortestPing = TimeSpan.FromMilliseconds(10);

    /// <summary>Whether the scheme of a URL is ws or wss.</summary>
    public static bool IsMeant(string url) =>
        url.StartsWith("ws://", StringComparison.OrdinalIgnoreCase) || url.StartsWith("wss://", StringComparison.OrdinalIgnoreCase);

    /// <summary>The URL with http or https in the place of ws or wss; any other URL unchanged.</summary>
    public static string ToHttp(string url) => IsMeant(url) ? "http" + url[2..] : url;

    /// <summary>The settings of the options for every exchange; the messages are those of the request.</summary>
    public static WebSocketPlan Plan(LoadRequest request, ProblemList problems)
    {
        if (request.Match is { } path && FieldPath.Parse(path) is null)
            problems.Add("--match", $"this is not the path of a field: \"{InText.Quote(path)}\"", "write it like $.id");
        return new WebSocketPlan
        {
            IsBinary = request.Binary ?? false,
            Answers = new OptionReader(problems).Count("--answers", request.Answers, 0, 1_000_000),
            MatchField = request.Match,
        };
    }

    /// <summary>The settings of the options for connections.</summary>
    public static WebSocketOptions Options(LoadRequest request, ProblemList problems)
    {
        var defaults = new WebSocketOptions();
        var limit = defaults.MaxMessageBytes;
        if (request.MaxMessage is { } text && (!SizeText.TryParse(text, out var bytes) || bytes is < 1 or > 1 << 30))
            problems.Add("--max-message", $"this is not a size from 1 byte to 1GB: \"{InText.Quote(text)}\"", "write it like 64KB");
        else if (request.MaxMessage is { } size && SizeText.TryParse(size, out var given)) limit = (int)given;
        return new WebSocketOptions
        {
            Compresses = request.Compress ?? false,
            PingInterval = new OptionReader(problems).Time("--ping", request.Ping, "30s", ShortestPing),
            MaxMessageBytes = limit,
        };
    }

    /// <summary>Refuses the options of WebSockets when no request is a WebSocket, and refuses loads that WebSockets do not support.</summary>
    public static void Check(LoadRequest request, ImmutableArray<RequestDraft> requests, ProblemList problems)
    {
        var sockets = requests.Where(r => r.WebSocket is not null).ToList();
        if (sockets.Count == 0)
        {
            foreach (var name in Given(request)) problems.Add(name, "applies only to WebSockets, which no request uses", $"load {Example}, or leave it out");
            return;
        }
        if (sockets.Any(s => s.Body.IsEmpty) && request.Rate is not null)
            problems.Add("--rate", "a rate needs messages: a WebSocket without messages is only held open",
                "add --send TEXT, or --ramp 60s instead of --rate");
    }

    private static IEnumerable<string> Given(LoadRequest request)
    {
        if (!request.Send.IsDefaultOrEmpty) yield return "--send";
        if (request.Binary is not null) yield return "--binary";
        if (request.Answers is not null) yield return "--answers";
        if (request.Match is not null) yield return "--match";
        if (request.Compress is not null) yield return "--compress";
        if (request.Ping is not null) yield return "--ping";
        if (request.MaxMessage is not null) yield return "--max-message";
    }
}
