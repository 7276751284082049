using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno history</c>.</summary>
internal sealed class HistorySymbols
{
    public Option<string[]> Filters { get; } = Many("--filter", "CONDITION",
        "Only runs that contain this text or meet this condition: name=VALUE, target~PART, tag=NAME, health=void, rate>1000, errors>0, p99<20ms, age<7d; may be repeated");

    public Option<int?> Limit { get; } = Number("--limit", "N", "At most this many (default: 30, or all with --json)", "-n");

    public Option<bool> Json { get; } = Flag("--json", "Print a JSON array");

    public IReadOnlyList<OptionGroup> Groups => field ??= [new("Options", Filters, Limit, Json)];
}
