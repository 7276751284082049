namespace Dyno.Dashboard;

/// <summary>The options of <c>dyno ui</c>.</summary>
public sealed record DashboardOptions
{
    /// <summary>The folder whose sessions, runs and experiments are shown; must exist.</summary>
    public required string Folder { get; init; }

    /// <summary>The program that starts Dyno, with the options of its commands.</summary>
    public required DynoProgram Program { get; init; }

    /// <summary>Address to listen on. Any other than a loopback address is served with TLS and requires <see cref="Token"/>.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port; 0 for any free port.</summary>
    public int Port { get; init; }

    /// <summary>The token that a browser must present once. Null: no token on a loopback address, a random one on any other.</summary>
    public string? Token { get; init; }

    /// <summary>Certificate with its key (PEM) for an address that is not loopback; null: this process makes its own certificate.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>Further host names that browsers may use, such as the machine's name in its network.</summary>
    public ImmutableArray<string> HostNames { get; init; } = [];

    /// <summary>A folder to serve the pages from, in place of those in this assembly; for development of the pages.</summary>
    public string? AssetFolder { get; init; }
}
