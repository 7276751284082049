using System.Collections.Immutable;
using System.Net;

namespace Dyno.Dashboard;

/// <summary>What <c>dyno ui</c> was asked for.</summary>
public sealed record DashboardOptions
{
    /// <summary>The folder whose sessions, runs and experiments are shown; must exist.</summary>
    public required string Folder { get; init; }

    /// <summary>How Dyno is started, and what its commands take.</summary>
    public required DynoProgram Program { get; init; }

    /// <summary>Address to listen on. Anything but a loopback address is served with TLS, and asks for <see cref="Token"/>.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port; 0 for any free one.</summary>
    public int Port { get; init; }

    /// <summary>What a browser must show once; null: nothing is asked on a loopback address, and one is drawn elsewhere.</summary>
    public string? Token { get; init; }

    /// <summary>Certificate with its key (PEM) for an address that is not loopback; null: one is made for this process.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>Further names under which browsers may ask, such as the machine's in its network.</summary>
    public ImmutableArray<string> HostNames { get; init; } = [];

    /// <summary>A folder to serve the pages from in place of those in this assembly; for whoever works on them.</summary>
    public string? AssetFolder { get; init; }
}
