namespace Dyno.Load;

/// <summary>The load to be opened, its target, and the caller's changes to it.</summary>
public sealed record LoadOpening
{
    /// <summary>Stands for the URL of a program under test that does not listen yet: loads are checked for mistakes before anything is built.</summary>
    public static readonly Uri NotYetKnown = new("http://127.0.0.1:1");

    /// <summary>The load as the user named it: a URL, a file, a folder; empty when the load already has its own source.</summary>
    public string Path { get; init; } = "";

    /// <summary>The URL of the program under test; null when the load itself names its target.</summary>
    public Uri? BaseUrl { get; init; }

    /// <summary>The URL of each instance of the program, the first of which is <see cref="BaseUrl"/>; empty when someone else started the program.</summary>
    public ImmutableArray<Uri> Instances { get; init; } = [];

    /// <summary>The process of the program under test; null when it is unknown.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The certificate (PEM) that the program uses for https and that the load must trust; null for http.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>An experiment's changes to the load; null outside of an experiment.</summary>
    public TrialShape? Shape { get; init; }

    /// <summary>Seed of every random choice; null: the load's own.</summary>
    public long? Seed { get; init; }

    /// <summary>Name of the run in reports; null: the load's own.</summary>
    public string? Name { get; init; }

    /// <summary>Stop and abort.</summary>
    public RunSignals Signals { get; init; } = new();

    /// <summary>
    /// For a share of a fleet whose load is a program that talks to the agent itself: how long the program continues without a message. Null
    /// otherwise.
    /// </summary>
    public TimeSpan? Lease { get; init; }

    /// <summary>Whether the load is opened only to find out what is wrong with it or what it would do, and is not run.</summary>
    public bool IsRehearsal { get; init; }
}
