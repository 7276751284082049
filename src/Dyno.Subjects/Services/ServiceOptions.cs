namespace Dyno.Subjects;

/// <summary>A service that runs beside the program under test for the whole of an experiment.</summary>
public sealed record ServiceOptions
{
    public required string Name { get; init; }

    /// <summary>The name of a <see cref="ServiceKind"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>The program and its arguments, for kind <c>command</c>; <c>{port}</c> and <c>{url}</c> stand for the address to listen on.</summary>
    public ImmutableArray<string> Command { get; init; } = [];

    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>The working directory of a command. Default: the current directory.</summary>
    public string? Directory { get; init; }

    /// <summary>The path whose answer has a status below 400 when a command is ready; null: ready as soon as its port accepts connections.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>Name of the variable that takes the connection string to the subject; null: <c>ConnectionStrings__NAME</c>.</summary>
    public string? Variable { get; init; }

    /// <summary>SQL, a Redis command or a command line that is run once when the service is up; null: nothing.</summary>
    public string? Setup { get; init; }

    /// <summary>SQL, a Redis command or a command line that is run before each trial; null: nothing.</summary>
    public string? Reset { get; init; }

    /// <summary>The CPUs of the service; null: not pinned.</summary>
    public CpuSet? Cpus { get; init; }

    /// <summary>How long the service may take to come up. Default 30 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    public string StateFolder { get; init; } = Path.Combine(".dyno", "services");
}
