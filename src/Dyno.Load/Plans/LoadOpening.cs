using System.Collections.Immutable;
using Dyno.Load.Engine;

namespace Dyno.Load.Plans;

/// <summary>Which load is opened, where it goes, and what its caller changes of it.</summary>
public sealed record LoadOpening
{
    /// <summary>A program under test before it listens: loads are read for their mistakes before anything is built.</summary>
    public static readonly Uri NotYetKnown = new("http://127.0.0.1:1");

    /// <summary>The load as the user named it: a URL, a file, a folder; empty where it says it itself.</summary>
    public string Path { get; init; } = "";

    /// <summary>Where the program under test listens; null when the load says itself where it goes.</summary>
    public Uri? BaseUrl { get; init; }

    /// <summary>Where each instance of the program listens, the first at <see cref="BaseUrl"/>; empty when someone else started it.</summary>
    public ImmutableArray<Uri> Instances { get; init; } = [];

    /// <summary>The process of the program under test; null when it is unknown.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The certificate that the program serves https with (PEM), to be trusted; null for http.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>What an experiment changes of the load; null outside of one.</summary>
    public TrialShape? Shape { get; init; }

    /// <summary>Seed of every random choice; null: the load's own.</summary>
    public long? Seed { get; init; }

    /// <summary>Name of the run in reports; null: the load's own.</summary>
    public string? Name { get; init; }

    /// <summary>Stop and abort.</summary>
    public RunSignals Signals { get; init; } = new();

    /// <summary>
    /// Of a share of a fleet whose load is a program, which speaks with the agent itself: how long it goes on without a word. Null otherwise.
    /// </summary>
    public TimeSpan? Lease { get; init; }

    /// <summary>Whether the load is opened only to learn what is wrong with it, or what it would do, and not run.</summary>
    public bool IsRehearsal { get; init; }
}
