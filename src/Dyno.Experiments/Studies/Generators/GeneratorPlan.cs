using System.Collections.Immutable;

namespace Dyno.Experiments.Studies;

/// <summary>
/// Runs of Dyno itself, each in a process of its own, on programs that are started afresh for each: for claims about the generator,
/// and for loads that only <c>dyno run</c> takes, such as scripts.
/// </summary>
public sealed record GeneratorPlan
{
    /// <summary>The variants by name.</summary>
    public required ImmutableSortedDictionary<string, GeneratorVariant> Variants { get; init; }

    /// <summary>Whether its variants are programs that measure by themselves.</summary>
    public bool IsPrograms => Variants.Values.All(v => v.IsProgram);

    /// <summary>Rounds: one run of every variant each.</summary>
    public required int Rounds { get; init; }

    /// <summary>About how long one run takes, its start and end included.</summary>
    public required TimeSpan Each { get; init; }

    /// <summary>Where Dyno runs: relative files of its command line start there.</summary>
    public required string Folder { get; init; }
}

/// <summary>One way of running Dyno.</summary>
public sealed record GeneratorVariant
{
    /// <summary>Absolute path of the program under test: a project or its folder.</summary>
    public required string Subject { get; init; }

    /// <summary>
    /// Whether the program measures by itself: then Dyno does not load it but runs it to its end, and reads the figures that it writes to
    /// the file named by <see cref="FiguresVariable"/>, a JSON object of numbers by name.
    /// </summary>
    public bool IsProgram { get; init; }

    /// <summary>The environment variable that names that file.</summary>
    public const string FiguresVariable = "DYNO_FIGURES";

    /// <summary>Its target framework; null: the highest.</summary>
    public string? Framework { get; init; }

    /// <summary>Its arguments.</summary>
    public ImmutableArray<string> SubjectArguments { get; init; } = [];

    /// <summary>The words after <c>dyno run</c>; <c>{url}</c> stands for where the program listens.</summary>
    public required ImmutableArray<string> Run { get; init; }

    /// <summary>Environment variables of Dyno.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Whether it has a terminal, and with it the live display.</summary>
    public bool HasTerminal { get; init; }

    /// <summary>Whether it is started in the pages of <c>dyno ui</c>, and followed there.</summary>
    public bool IsWatched { get; init; }
}
