namespace Dyno.Cli;

/// <summary>Options under one heading of a help page.</summary>
internal sealed record OptionGroup(string Title, params Option[] Options);
