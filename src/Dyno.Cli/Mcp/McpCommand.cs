using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno mcp</c>: a server of the Model Context Protocol on standard input and output, for a developer's agent.</summary>
internal sealed class McpCommand : DocumentedCommand
{
    private readonly Option<string[]> _hosts = Many("--allow-host", "NAME", "Host to which loads may be sent, besides this machine; may be repeated");
    private readonly Option<bool> _code = Flag("--allow-code", "Allow loads that are code (k6 scripts, C#) and experiments that start commands: they can send anywhere and run anything");
    private readonly Option<string?> _longestRun = Text("--max-duration", "TIME", "Longest run, warm-up included (default: 5m)");
    private readonly Option<string?> _longestExperiment = Text("--max-time", "TIME", "Longest comparison or search, builds not counted (default: 10m)");
    private readonly Option<string?> _rate = Text("--max-rate", "RATE", "Highest offered rate (default: 20000/s)");
    private readonly Option<int?> _connections = Number("--max-connections", "N", "Most connections (default: 1000)");

    public McpCommand(Terminal terminal)
        : base("mcp", "Let an agent measure: a server of the Model Context Protocol on standard input and output.")
    {
        AddGroupedOptions();
        SetAction((parsed, _) => new McpSession(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("What the agent may do", _hosts, _code, _longestRun, _longestExperiment, _rate, _connections)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Registered in Claude Code, for loads on this machine", "claude mcp add dyno -- dyno mcp"),
        new("Loads may also go to a staging server, for at most a minute", "dyno mcp --allow-host staging.example.com --max-duration 1m --max-rate 200/s"),
        new("The agent may write k6 scripts and C# loads and run them", "dyno mcp --allow-code"),
    ];

    public override string Epilogue =>
        "An agent's client starts this command and talks to it; typed by hand it waits for a client.\nProjects are built and started only in the folder in which it was started. docs/mcp.md";

    private AgentCaps Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var caps = new AgentCaps { Folder = Environment.CurrentDirectory, AllowsCode = parsed.GetValue(_code), Hosts = [.. parsed.GetValue(_hosts) ?? []] };
        foreach (var host in caps.Hosts.Where(host => Uri.CheckHostName(host.Trim('[', ']')) == UriHostNameType.Unknown))
            problems.Add(new Problem("--allow-host", null, null, $"'{host}' is not the name of a host", "write the name alone, such as staging.example.com"));
        caps = caps with
        {
            LongestRun = TimeOf("--max-duration", parsed.GetValue(_longestRun), problems) ?? caps.LongestRun,
            LongestExperiment = TimeOf("--max-time", parsed.GetValue(_longestExperiment), problems) ?? caps.LongestExperiment,
            MostConnections = parsed.GetValue(_connections) ?? caps.MostConnections,
        };
        if (caps.MostConnections < 1) problems.Add(new Problem("--max-connections", null, null, $"{caps.MostConnections} is below one", "write --max-connections 100"));
        if (parsed.GetValue(_rate) is { } text)
        {
            if (RateText.TryParse(text, out var rate, out var unit) && rate > 0) caps = caps with { HighestRate = rate / unit.TotalSeconds };
            else problems.Add(new Problem("--max-rate", null, null, $"'{text}' is not a rate above zero", "write 200/s"));
        }
        return problems.Count == 0 ? caps : throw new UserFault([.. problems]);
    }

    private static TimeSpan? TimeOf(string option, string? text, List<Problem> problems)
    {
        if (text is null) return null;
        if (DurationText.TryParseTyped(text, out var time) && time > TimeSpan.Zero) return time;
        problems.Add(new Problem(option, null, null, $"'{text}' is not a time above zero", "write 5m"));
        return null;
    }
}
