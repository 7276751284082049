namespace Dyno.Dashboard;

/// <summary>A page's request to start a run.</summary>
/// <param name="Target">A file of the folder, or a URL.</param>
/// <param name="Options">Options of <c>dyno run</c> with their values, in the order of the form.</param>
/// <param name="Command">The command: <c>run</c> or <c>tune</c>.</param>
internal sealed record LaunchRequest(string Target, ImmutableArray<OptionValue> Options, string Command = "run");

/// <summary>One option in a page's request.</summary>
/// <param name="Name">The option's name with both dashes.</param>
/// <param name="Value">Its value; null for a switch.</param>
internal sealed record OptionValue(string Name, string? Value);
