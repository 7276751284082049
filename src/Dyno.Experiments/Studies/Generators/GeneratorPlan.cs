namespace Dyno.Experiments;

/// <summary>
/// Runs of Dyno itself, each in its own process, on a program that is started anew for each run. They serve claims about the
/// generator, and loads that only <c>dyno run</c> accepts, such as scripts.
/// </summary>
public sealed record GeneratorPlan
{
    public required ImmutableSortedDictionary<string, GeneratorVariant> Variants { get; init; }

    /// <summary>Whether the variants are programs that measure by themselves.</summary>
    public bool IsPrograms => Variants.Values.All(v => v.IsProgram);

    /// <summary>Number of rounds; each round has one run of every variant.</summary>
    public required int Rounds { get; init; }

    /// <summary>About how long one run takes, including its start and end.</summary>
    public required TimeSpan Each { get; init; }

    /// <summary>The working directory of Dyno, where relative paths of its command line start.</summary>
    public required string Folder { get; init; }
}

/// <summary>One way of running Dyno.</summary>
public sealed record GeneratorVariant
{
    /// <summary>Absolute path of the program under test: a project or its folder.</summary>
    public required string Subject { get; init; }

    /// <summary>
    /// Whether the program measures by itself. Dyno then does not load the program, but runs it to its end and reads its figures from the
    /// file that <see cref="FiguresVariable"/> names: a JSON object of numbers by name.
    /// </summary>
    public bool IsProgram { get; init; }

    /// <summary>The environment variable with the path of the figures file.</summary>
    public const string FiguresVariable = "DYNO_FIGURES";

    /// <summary>The target framework of the program; null: the highest.</summary>
    public string? Framework { get; init; }

    public ImmutableArray<string> SubjectArguments { get; init; } = [];

    /// <summary>The words after <c>dyno run</c>; <c>{url}</c> stands for the address of the program.</summary>
    public required ImmutableArray<string> Run { get; init; }

    /// <summary>Environment variables of Dyno.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Whether Dyno has a terminal, and with it the live display.</summary>
    public bool HasTerminal { get; init; }

    /// <summary>Whether the run is started and followed in the pages of <c>dyno ui</c>.</summary>
    public bool IsWatched { get; init; }
}
