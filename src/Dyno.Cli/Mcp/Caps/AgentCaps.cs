namespace Dyno.Cli;

/// <summary>What an agent may do. The person who starts the server decides; no tool can change it.</summary>
internal sealed record AgentCaps
{
    /// <summary>The only folder whose projects and files are used; full path.</summary>
    public required string Folder { get; init; }

    /// <summary>Hosts besides this machine to which loads may go.</summary>
    public ImmutableArray<string> Hosts { get; init; } = [];

    /// <summary>Whether loads may be code, and experiments may start commands.</summary>
    public bool AllowsCode { get; init; }

    /// <summary>Longest run, warm-up included.</summary>
    public TimeSpan LongestRun { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Longest comparison or search, builds not counted.</summary>
    public TimeSpan LongestExperiment { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Highest offered rate, per second.</summary>
    public double HighestRate { get; init; } = 20_000;

    public int MostConnections { get; init; } = 1000;

    /// <summary>Whether loads may go to a host, as it stands in a URL.</summary>
    public bool Allows(string host) => IsThisMachine(host) || Hosts.Any(allowed => Bare(allowed).Equals(Bare(host), StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a host is this machine by its name: no name is looked up, because the answer may change before the load begins.</summary>
    public static bool IsThisMachine(string host) => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase) || (IPAddress.TryParse(Bare(host), out var address) && IPAddress.IsLoopback(address));

    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"Loads may go to this machine{(Hosts.IsEmpty ? " only" : $" and to {string.Join(", ", Hosts)}")}, at most {HighestRate:#,0.###} per second, with at most {MostConnections:#,0} connections. A run takes at most {DurationText.Format(LongestRun)}, a comparison or a search at most {DurationText.Format(LongestExperiment)}. Loads that are code are {(AllowsCode ? "allowed" : "refused")}. Only files and projects in {Folder} are used. Only the person who started the server can change this.");

    private static string Bare(string host) => host.Trim('[', ']').TrimEnd('.');
}
