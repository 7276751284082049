namespace Dyno.Cli;

/// <summary>What a help page shows beside the symbols of a command.</summary>
internal interface IDocumentedCommand
{
    /// <summary>The options by heading, the most used first.</summary>
    IReadOnlyList<OptionGroup> Groups { get; }

    /// <summary>The commands below this one by heading; empty: all of them under one heading.</summary>
    IReadOnlyList<CommandGroup> CommandGroups => [];

    /// <summary>Examples, the simplest first.</summary>
    IReadOnlyList<Example> Examples { get; }

    /// <summary>The text at the end of the page; empty for none.</summary>
    string Epilogue { get; }
}

/// <summary>An example on a help page: its purpose and its command line.</summary>
internal sealed record Example(string Purpose, string CommandLine);

/// <summary>Commands under one heading of a help page.</summary>
/// <param name="Names">The commands, the most used first.</param>
internal sealed record CommandGroup(string Title, params IReadOnlyList<string> Names);
