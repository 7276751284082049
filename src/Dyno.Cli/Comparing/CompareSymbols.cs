using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno compare</c>.</summary>
internal sealed class CompareSymbols : ExperimentSymbols
{
    private readonly Option<string?> _gate;
    private readonly Option _for, _decide, _untilClear, _maxTime, _rounds, _quick, _sequential, _gateNeutral, _git;

    public CompareSymbols() : base("How long each trial measures (default: what the file or its load says)", "Check the file, describe the experiment, and stop",
        "Resume the latest interrupted run of the same experiment", "Write the comparison (JSON) to this file")
    {
        _rounds = Overriding(Number("--rounds", "N", "Rounds; a round measures each variant once (default: what the file says, or 10)"), (all, n) => all with { Rounds = n });
        var variants = Overriding(Text("--variants", "A,B", "Only these variants; the baseline must be among them"), (all, list) => all with { Variants = [.. Listed(list)] });
        _quick = Table.On(Flag("--quick", "One cell, three variants, short trials: a first look"), o => With(o, all => all with { IsQuick = true }));
        _sequential = Table.On(Flag("--sequential", "Trials one after the other, each alone on the machine, instead of duet trials"),
            o => With(o, all => all with { IsSequential = true }));
        var slice = Overriding(Text("--slice", "TIME", "How long the load stays on one variant in duet trials, 5ms to 2s (default: 25ms where rate and CPU time alone are judged, else 100ms)"),
            (all, text) => all with { Slice = SliceOf(text) });
        var rebuild = Table.On(Flag("--rebuild", "Build the control again from the baseline's sources; a difference that is no larger must be confirmed by a second experiment with everything built again"),
            o => With(o, all => all with { Rebuilds = true }));
        _for = Table.On(Text("--for", "TIME", "Rounds until every verdict is clear, for at most this time (--until-clear --max-time TIME)"),
            (o, text) => o with { Run = o.Run with { UntilClear = true, MaxTime = Time("--for", text) } });
        _decide = Table.On(Text("--decide", "SHARE", "Rounds until every verdict is clear at this threshold of the headline, such as 2%"),
            (o, text) => With(o, all => all with { Decide = ShareOf(text) }) with { Run = o.Run with { UntilClear = true } });
        _untilClear = Table.On(Flag("--until-clear", "Add rounds, with planned looks after 8, 11, 15, 21 and 30, until every verdict is clear"),
            o => o with { Run = o.Run with { UntilClear = true } });
        _maxTime = Table.On(Text("--max-time", "TIME", "With --until-clear or --decide: begin no further round after this time"),
            (o, text) => o with { Run = o.Run with { MaxTime = Time("--max-time", text) } });
        var outside = Table.On(Flag("--allow-outside-files", "Allow the load to use files outside its repository (without a repository: outside its folder)"),
            o => With(o, all => all with { AllowsOutsideFiles = true }));

        var load = Inline(Text("--load", "FILE|PATH", "Without an experiment file: the load, a file or a path such as /hello"), (inline, text) => inline with { Load = text });
        _git = Inline(Text("--git", "A..B", "Without an experiment file: two revisions of --project"), (inline, text) => inline with { Git = text });
        var yardstick = Inline(Text("--yardstick", "REVISION", "With --git: a pinned release that is measured in the same rounds, the fixed point of dyno trend; no gate heeds it"),
            (inline, text) => inline with { Yardstick = text });
        var runtimes = Inline(Text("--runtimes", "LIST", "Without an experiment file: versions of .NET on which one build of --project is compared, such as 10.0,11.0"),
            (inline, list) => inline with { Runtimes = [.. Listed(list)] });
        var project = Inline(Text("--project", "PATH", "The project of --git or --runtimes"), (inline, text) => inline with { Project = text });

        var why = Table.On(Flag("--why", "After the verdict: profile further launches, and name the methods that cost the difference"),
            o => o with { Run = o.Run with { Explains = true } });
        _gate = Choice("--gate", "Exit with 98 when a variant is slower (unclear: or might be slower; structure: allocates, throws, sends or queries more), with 97 when the experiment is void or has no verdict", "slower", "unclear", "structure");
        _gate.Arity = ArgumentArity.ZeroOrOne;
        _gateNeutral = Table.On(Flag("--gate-neutral", "Let the gate pass (0 instead of 97) where the experiment is void or has no verdict"), o => o with { IsGateNeutral = true });
        var summary = Table.On(Text("--markdown-summary", "FILE", "Write the verdicts to this file, as a comment for a pull request"), (o, file) => o with { SummaryFile = file });

        Groups =
        [
            new("The experiment", _rounds, Length, variants, _quick, _sequential, slice, rebuild, _for, _decide, _untilClear, _maxTime, Resume, HealthLimits,
                outside, KeepFiles, DryRun),
            new("Without a file", load, _git, yardstick, runtimes, project),
            new("Result and verdict", why, _gate, _gateNeutral, summary, Full, Format, Result, NoStore, Quiet, Verbose),
        ];
    }

    public Argument<string[]> Targets { get; } = new("EXPERIMENT|A B")
    {
        Description = "An experiment file (.yaml); or two projects, folders or URLs under one --load; or stored results (.json)",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public override IReadOnlyList<OptionGroup> Groups { get; }

    /// <summary>The options that go with stored results, which are measured already.</summary>
    public IReadOnlyList<Option> OfStoredResults => [Result, Format, Full, _gate, NoStore, Quiet, Verbose];

    /// <summary>The options as they were given.</summary>
    /// <exception cref="UserFault">A value cannot be read, or options exclude each other.</exception>
    public CompareOptions Read(ParseResult parsed, CompareOptions unset)
    {
        var problems = Contradictions(parsed).ToArray();
        if (problems.Length > 0) throw new UserFault([.. problems]);
        var options = Table.Read(parsed, unset);
        // The gate may be given without a value.
        var gate = IsGiven(parsed, _gate) ? parsed.GetValue(_gate) ?? "slower" : null;
        return With(options, all => all with { HasGate = gate is not null, GatesStructure = gate == "structure" }) with
        {
            HasGate = gate is not null,
            GatesStructure = gate == "structure",
            FailsOnUnclear = gate == "unclear",
            Run = options.Run with { KeepsLength = IsGiven(parsed, Length) },
            TakesUsualTime = !options.Run.UntilClear && gate != "structure"
                && !new[] { _rounds, Length, _quick, _sequential }.Any(option => IsGiven(parsed, option)),
        };
    }

    private IEnumerable<Problem> Contradictions(ParseResult parsed)
    {
        var looks = new[] { _untilClear, _for, _decide }.Any(option => IsGiven(parsed, option));
        if (!IsGiven(parsed, _gate) && IsGiven(parsed, _gateNeutral)) yield return Wrong(_gateNeutral, "needs a gate", "add --gate, or remove it");
        if (looks && IsGiven(parsed, _rounds)) yield return Wrong(_rounds, "--until-clear, --for and --decide choose the number of rounds", "remove one of them");
        if (IsGiven(parsed, _for) && IsGiven(parsed, _maxTime)) yield return Wrong(_maxTime, "--for already sets the maximum time", "remove one of them");
        if (!looks && IsGiven(parsed, _maxTime)) yield return Wrong(_maxTime, "needs --until-clear or --decide", "write --for TIME, or add --until-clear");
    }

    private Option<T?> Overriding<T>(Option<T?> option, Func<ExperimentOverrides, T, ExperimentOverrides> set) where T : class =>
        Table.On(option, (o, value) => With(o, all => set(all, value)));

    private Option<T?> Overriding<T>(Option<T?> option, Func<ExperimentOverrides, T, ExperimentOverrides> set) where T : struct =>
        Table.On(option, (o, value) => With(o, all => set(all, value)));

    private Option<string?> Inline(Option<string?> option, Func<InlineExperiment, string, InlineExperiment> set) =>
        Table.On(option, (o, text) => o with { Inline = set(o.Inline, text) });

    private static Problem Wrong(Option option, string what, string instead) => new(option.Name, null, null, what, instead);

    private static string[] Listed(string text) => text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static double ShareOf(string text) =>
        text.EndsWith('%') && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
        && percent is > 0 and < 100
            ? percent / 100
            : throw new UserFault([new Problem("--decide", null, null, $"'{text}' is not a share between 0 and 100 %", "write --decide 2%")]);

    private static TimeSpan SliceOf(string text) => Time("--slice", text) is var slice && slice >= TimeSpan.FromMilliseconds(5) && slice <= TimeSpan.FromSeconds(2)
        ? slice
        : throw new UserFault([new Problem("--slice", null, null, $"'{text}' is not between 5ms and 2s", "write --slice 100ms")]);
}
