namespace Dyno.Subjects;

/// <summary>What a user says about the program under test.</summary>
public sealed record SubjectOptions
{
    /// <summary>The most instances; a load for more would need its own machine.</summary>
    public const int MostInstances = 16;

    /// <summary>A project file, or a folder that holds exactly one. Either this or <see cref="Command"/> is set.</summary>
    public string Project { get; init; } = "";

    /// <summary>
    /// A program that exists already, with its first arguments: found in PATH, or a file from <see cref="WorkingDirectory"/>. <c>{url}</c>
    /// and <c>{port}</c> stand for the address to listen on.
    /// </summary>
    public ImmutableArray<string> Command { get; init; } = [];

    /// <summary>MSBuild properties of the publish.</summary>
    public ImmutableSortedDictionary<string, string> Properties { get; init; } =
        ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>The working directory. Default: for a project a copy of its publish that is made for the launch, for a command the current directory.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>Limit of the .NET heap in bytes (<c>DOTNET_GCHeapHardLimit</c>); null: no limit.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>Whether the program serves https, with a certificate that is made for this launch.</summary>
    public bool UsesHttps { get; init; }

    /// <summary>
    /// Whether the system forgets the published files before the start, so that they are read from the disk again, as at the first start
    /// after a deployment or a reboot. Linux only; elsewhere without effect.
    /// </summary>
    public bool StartsCold { get; init; }

    /// <summary>
    /// Whether the program is first asked which settings take effect. This is done by its own launch, which ends before the first line
    /// of the program, so that the measured launch stays as it is.
    /// </summary>
    public bool ReportsSettings { get; init; }

    /// <summary>Whether the copy of the publish in which a project was launched stays after the launch, with all that the program wrote there.</summary>
    public bool KeepsFiles { get; init; }

    /// <summary>Target framework, e.g. <c>net9.0</c>; null: the project's highest.</summary>
    public string? Framework { get; init; }

    /// <summary>Arguments of the program. <c>{url}</c> and <c>{port}</c> stand for the address to listen on.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>
    /// Environment variables beside those Dyno sets (the address, Production). <c>{url}</c> and <c>{port}</c> are
    /// replaced in the values. Everything else is inherited from Dyno's own environment.
    /// </summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } =
        ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>The path that is requested until its answer has a status below 400. Null: <c>/</c> is requested, and any status below 500 is good.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>How long the program may take to become ready. Default 60 s.</summary>
    public TimeSpan ReadyTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How long the program may take to end after SIGTERM before it is killed. Default 5 s.</summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// How many processes of the program run side by side, each at its own address, 1 to 16. The processes share the server's CPUs
    /// and everything that their environment names. Default 1.
    /// </summary>
    public int Instances { get; init; } = 1;

    /// <summary>The address of this machine that the program listens on. Default: <c>127.0.0.1</c>, which only this machine reaches.</summary>
    public string Host { get; init; } = "127.0.0.1";

    /// <summary>Port to listen on, 1 to 65,535; null: a free one.</summary>
    public int? Port { get; init; }

    /// <summary>The CPUs of the program and of the generator. Default: neither is pinned.</summary>
    public CpuPlan Cpus { get; init; } = CpuPlan.Unpinned;

    /// <summary>Whether the runtime is part of the publish. Default: decided per project.</summary>
    public RuntimeDelivery Runtime { get; init; }

    /// <summary>The version of .NET that the program runs on, restored where it is not installed. Null: as <see cref="Runtime"/> says.</summary>
    public RuntimeVersion? RuntimeVersion { get; init; }

    /// <summary>Folder for publishes and outputs. Default: <c>.dyno/subjects</c> in the current directory.</summary>
    public string StateFolder { get; init; } = Path.Combine(".dyno", "subjects");
}

/// <summary>The source of the runtime that the subject runs on.</summary>
public enum RuntimeDelivery
{
    /// <summary>
    /// The installed runtime, when the project has one target framework and its runtime is installed: this is the shortest publish, and
    /// what a framework-dependent deployment does. Otherwise the runtime is part of the publish, so that all variants of a project with
    /// several frameworks are delivered in the same way, and a runtime that is not installed is restored.
    /// </summary>
    Auto,

    /// <summary>Part of the publish (self-contained), from the runtime pack that the project asks for.</summary>
    SelfContained,

    /// <summary>The installed runtime.</summary>
    Installed,
}
