using System.CommandLine;

namespace Dyno.Cli.Parsing;

/// <summary>Options under one heading of a help page.</summary>
internal sealed record OptionGroup(string Title, params Option[] Options);
