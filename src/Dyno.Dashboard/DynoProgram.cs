using System.Collections.Immutable;

namespace Dyno.Dashboard;

/// <summary>
/// Dyno's own command line, as the pages start it. Every run and every experiment is a process of its own: it outlives the page, the
/// browser and this server, and its command line can be copied into a script.
/// </summary>
public sealed record DynoProgram
{
    /// <summary>The program, and its first arguments where a host is told what to run.</summary>
    public required ImmutableArray<string> Words { get; init; }

    /// <summary>Dyno's version.</summary>
    public required string Version { get; init; }

    /// <summary>What <c>dyno run</c> takes, by heading, the ones that matter first.</summary>
    public required ImmutableArray<OptionSection> RunOptions { get; init; }

    /// <summary>What is wrong with a command line, found without running it; empty when nothing is. Thread-safe.</summary>
    public required Func<ImmutableArray<string>, ImmutableArray<string>> ProblemsOf { get; init; }
}

/// <summary>Options under one heading.</summary>
/// <param name="Title">The heading.</param>
/// <param name="Options">The options.</param>
public sealed record OptionSection(string Title, ImmutableArray<CommandOption> Options);

/// <summary>One option of a command.</summary>
/// <param name="Name">Its long name with both dashes.</param>
/// <param name="Value">What its value is called; empty for a switch.</param>
/// <param name="Description">What it does, with its default.</param>
/// <param name="Choices">The words it takes; empty when it takes any.</param>
/// <param name="IsRepeatable">Whether it may be given more than once.</param>
public sealed record CommandOption(string Name, string Value, string Description, ImmutableArray<string> Choices, bool IsRepeatable);
