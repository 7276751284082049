namespace Dyno.Cli;

/// <summary>The description from which another machine starts a program under test.</summary>
internal sealed record HostedSubject
{
    /// <summary>The program and its first arguments. Their paths are relative to <see cref="Folder"/>.</summary>
    public required ImmutableArray<string> Command { get; init; }

    /// <summary>The program's working folder, relative to the folder with the shipped files; empty for that folder itself.</summary>
    public string Folder { get; init; } = "";

    /// <summary>The address to listen on.</summary>
    public required string Host { get; init; }

    /// <summary>The program's arguments.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>The program's environment variables.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>See <see cref="SubjectOptions.ReadyPath"/>.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>See <see cref="SubjectOptions.ReadyTimeout"/>.</summary>
    public required double ReadyTimeoutSeconds { get; init; }

    /// <summary>The program's CPUs as a list; null: all CPUs.</summary>
    public string? Cpus { get; init; }

    public long? MemoryLimitBytes { get; init; }

    public bool StartsCold { get; init; }

    public bool ReportsSettings { get; init; }

    /// <summary>Number of processes of the program.</summary>
    public int Instances { get; init; } = 1;

    /// <summary>Describes a program from what the coordinator knows.</summary>
    /// <param name="command">The command that starts the program on the other machine.</param>
    public static HostedSubject Of(SubjectOptions options, ImmutableArray<string> command, string host) => new()
    {
        Command = command,
        Host = host,
        Arguments = options.Arguments,
        Environment = options.Environment,
        ReadyPath = options.ReadyPath,
        ReadyTimeoutSeconds = options.ReadyTimeout.TotalSeconds,
        Cpus = options.Cpus.Server?.ToString(),
        MemoryLimitBytes = options.MemoryLimitBytes,
        StartsCold = options.StartsCold,
        ReportsSettings = options.ReportsSettings,
        Instances = options.Instances,
    };

    /// <summary>The options with which this machine starts the program from the current folder.</summary>
    public SubjectOptions ToOptions() => new()
    {
        Command = Command,
        WorkingDirectory = Path.GetFullPath(Folder),
        Host = Host,
        Arguments = Arguments,
        Environment = Environment.WithComparers(StringComparer.Ordinal),
        ReadyPath = ReadyPath,
        ReadyTimeout = TimeSpan.FromSeconds(ReadyTimeoutSeconds),
        Cpus = new CpuPlan { Server = Cpus is not null && CpuSet.TryParse(Cpus, out var cpus) ? cpus : CpuAffinity.OfCurrentThread() },
        MemoryLimitBytes = MemoryLimitBytes,
        StartsCold = StartsCold,
        ReportsSettings = ReportsSettings,
        Instances = Instances,
    };

    /// <summary>The description as one line of JSON.</summary>
    public string ToLine() => JsonSerializer.Serialize(this, HostedSubjectJson.Default.HostedSubject);

    /// <summary>Reads a line that <see cref="ToLine"/> wrote.</summary>
    public static HostedSubject Parse(string line) => JsonSerializer.Deserialize(line, HostedSubjectJson.Default.HostedSubject)!;
}

/// <summary>JSON serialization of <see cref="HostedSubject"/>.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(HostedSubject))]
internal sealed partial class HostedSubjectJson : JsonSerializerContext;
