using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>The options that <c>dyno soak</c> has beside those of <c>dyno run</c>.</summary>
internal sealed class SoakSymbols
{
    private const string NoCollections = "off";

    private readonly Option<string?> _horizon = Text("--horizon", "TIME", "Growth matters when it reaches a limit within this time (default: 30d)");
    private readonly Option<string?> _collectEvery = Text("--collect-every", "TIME|off",
        "Time between two full garbage collections that Dyno asks the runtime for (default: about 120 in a run); off: the low points of the heap are judged");
    private readonly Option<bool> _noTypes = Flag("--no-types", "Take no snapshots of the heap, which stop the program for some seconds and name the types that grow");

    private readonly Option<bool> _why = Flag("--why", "Record allocations for at most 20 s between the snapshots, and name the methods that allocate the types that grow");

    /// <summary>The options under their heading.</summary>
    public OptionGroup Group => new("What grows", [_why, _horizon, _collectEvery, _noTypes]);

    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. A value that the parser refused counts as not given.</param>
    public GrowthOptions Read(ParseResult parsed, ICollection<Problem> problems)
    {
        var options = new GrowthOptions { NamesTypes = !parsed.ValidValue(_noTypes), NamesSites = parsed.ValidValue(_why) };
        if (options is { NamesSites: true, NamesTypes: false })
            problems.Add(new Problem("--why", null, null, "it names the methods that allocate the types that grow, and --no-types leaves these out", "leave one of them out"));
        if (parsed.ValidValue(_horizon) is { } horizon)
        {
            if (DurationText.TryParseTyped(horizon, out var time) && time > TimeSpan.Zero) options = options with { Horizon = time };
            else problems.Add(new Problem("--horizon", null, null, $"'{horizon}' is not a time above zero", "write 30d or 12h"));
        }
        if (parsed.ValidValue(_collectEvery) is not { } every) return options;
        if (every == NoCollections) return options with { CollectEvery = TimeSpan.Zero };
        if (DurationText.TryParseTyped(every, out var between) && between >= TimeSpan.FromSeconds(1)) return options with { CollectEvery = between };
        problems.Add(new Problem("--collect-every", null, null, $"'{every}' is not a time of at least one second", "write 30s or 5m, or off for no collections"));
        return options;
    }
}
