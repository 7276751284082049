namespace Dyno.Inputs;

/// <summary>What a reader found: the requests of one pass, in order, and the settings of the file.</summary>
internal sealed record RequestSet
{
    /// <summary>A short name of the input.</summary>
    public required string Name { get; init; }

    /// <summary><c>url</c>, <c>websurge</c>, <c>http</c> …</summary>
    public required string InputKind { get; init; }

    /// <summary>The file or URL as given, without credentials.</summary>
    public required string Source { get; init; }

    public ImmutableArray<RequestDraft> Requests { get; init; } = [];

    public FileSettings Settings { get; init; } = new();

    /// <summary>Variables that the file defines, in order, to write the file again. The requests already have their values.</summary>
    public ImmutableArray<FileVariable> Variables { get; init; } = [];

    /// <summary>Names of variables whose values went into the settings, not into a request.</summary>
    public ImmutableArray<string> UsedBySettings { get; init; } = [];

    /// <summary>The requests that are logins with <c># @token</c>, once they were taken out of the requests of the load.</summary>
    public ImmutableArray<RequestDraft> Logins { get; init; } = [];

    /// <summary>The logins that requests refer to by name; null when the input can have none.</summary>
    public TokenBook? Tokens { get; init; }

    /// <summary>Every text with slots, of requests and of logins.</summary>
    public IEnumerable<TextTemplate> Texts => Requests.Concat(Logins).SelectMany(r => r.Texts).Concat(Tokens?.Texts ?? []);

    /// <summary>Whether a login has a column of the data.</summary>
    public bool LoginsUseColumns => Tokens?.UsesColumns == true || Logins.Any(l => l.Sources.Any(s => s is FeedColumn));

    /// <summary>The requests in the order of the file. For a random order, the requests that keep their place come first.</summary>
    public IEnumerable<RequestDraft> InOrder(bool random) =>
        random ? Requests.OrderBy(r => r.KeepsPlace ? 0 : 1) : Requests.AsEnumerable();
}

/// <summary>Settings of a file; null for a setting that the file does not have. The command line wins over each setting.</summary>
internal sealed record FileSettings
{
    public int? Connections { get; init; }

    public TimeSpan? Duration { get; init; }

    /// <summary>The time over which virtual users begin; has no effect with a rate or a number of iterations.</summary>
    public TimeSpan? Ramp { get; init; }

    /// <summary>
    /// The number of virtual users over time, from 0; empty: as many as <see cref="Connections"/> says. Any option of the command line about
    /// how much load there is, or for how long, replaces all stages.
    /// </summary>
    public ImmutableArray<VirtualUserStage> Stages { get; init; } = [];

    public TimeSpan? WarmUp { get; init; }

    public TimeSpan? Delay { get; init; }

    public TimeSpan? Timeout { get; init; }

    public bool? RandomOrder { get; init; }

    public bool? Insecure { get; init; }

    /// <summary>Rows for the slots.</summary>
    public FeedChoice? Feed { get; init; }

    public (double PerTimeUnit, TimeSpan TimeUnit)? Rate { get; init; }

    public ArrivalPattern? Arrivals { get; init; }

    /// <summary>Never together with <see cref="Rate"/>.</summary>
    public long? Iterations { get; init; }

    public TimeSpan? GracefulStop { get; init; }

    /// <summary>Conditions on every answer.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];

    /// <summary>Conditions on the whole run.</summary>
    public ImmutableArray<Threshold> Thresholds { get; init; } = [];
}
