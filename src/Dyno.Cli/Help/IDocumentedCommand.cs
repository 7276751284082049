using Dyno.Cli.Parsing;

namespace Dyno.Cli.Help;

/// <summary>What a help page shows beside the symbols of a command.</summary>
internal interface IDocumentedCommand
{
    /// <summary>The options by heading, the most used first.</summary>
    IReadOnlyList<OptionGroup> Groups { get; }

    /// <summary>Examples, the simplest first.</summary>
    IReadOnlyList<Example> Examples { get; }

    /// <summary>What is said last; empty for nothing.</summary>
    string Epilogue { get; }
}

/// <summary>An example of a help page: what it does, and what to type.</summary>
internal sealed record Example(string Purpose, string CommandLine);
