namespace Dyno.Dashboard;

/// <summary>
/// Dyno's own command line, as the pages start it. Every run and every experiment is a separate process, which outlives the page, the
/// browser and this server. Its command line can be copied into a script.
/// </summary>
public sealed record DynoProgram
{
    /// <summary>The program, followed by its first arguments where the program is a host such as <c>dotnet</c>.</summary>
    public required ImmutableArray<string> Words { get; init; }

    public required string Version { get; init; }

    /// <summary>
    /// The options of a command (<c>run</c>, <c>tune</c>) for a target by heading, the most important first: each kind of load has its own.
    /// Thread-safe.
    /// </summary>
    public required Func<string, string, ImmutableArray<OptionSection>> OptionsOf { get; init; }

    /// <summary>Finds the problems of a command line without running it; none when the result is empty. Thread-safe.</summary>
    public required Func<ImmutableArray<string>, ImmutableArray<string>> ProblemsOf { get; init; }
}

/// <summary>Options under one heading.</summary>
public sealed record OptionSection(string Title, ImmutableArray<CommandOption> Options);

/// <summary>One option of a command.</summary>
/// <param name="Name">The option's long name with both dashes.</param>
/// <param name="Value">The name of its value; empty for a switch.</param>
/// <param name="Description">The effect of the option, with its default.</param>
/// <param name="Choices">The allowed values; empty when any value is allowed.</param>
/// <param name="IsRepeatable">Whether it may be given more than once.</param>
public sealed record CommandOption(string Name, string Value, string Description, ImmutableArray<string> Choices, bool IsRepeatable);
