using System.Collections.Immutable;

namespace Dyno.Dashboard.Runs;

/// <summary>What a page asks to be run.</summary>
/// <param name="Target">A file of the folder, or a URL.</param>
/// <param name="Options">Options of <c>dyno run</c> with their values, in the order of the form.</param>
internal sealed record LaunchRequest(string Target, ImmutableArray<OptionValue> Options);

/// <summary>One option as a page gives it.</summary>
/// <param name="Name">With both dashes.</param>
/// <param name="Value">Its value; null for a switch.</param>
internal sealed record OptionValue(string Name, string? Value);
