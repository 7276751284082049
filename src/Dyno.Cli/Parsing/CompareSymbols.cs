using System.CommandLine;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Parsing;

/// <summary>Every symbol of <c>dyno compare</c>.</summary>
internal sealed class CompareSymbols
{
    public Argument<string[]> Targets { get; } = new("EXPERIMENT|A B")
    {
        Description = "An experiment file (.yaml); or two projects, folders or URLs under one --load; or stored results (.json)",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public Option<string?> Load { get; } = Text("--load", "FILE|PATH", "Without an experiment file: the load, a file or a path such as /hello");
    public Option<string?> Git { get; } = Text("--git", "A..B", "Without an experiment file: two revisions of --project");
    public Option<string?> Yardstick { get; } = Text("--yardstick", "REVISION", "With --git: a pinned release that is measured in the same rounds, the fixed point of dyno trend; no gate heeds it");
    public Option<string?> Project { get; } = Text("--project", "PATH", "The project of --git or --runtimes");
    public Option<string?> Runtimes { get; } = Text("--runtimes", "LIST", "Without an experiment file: versions of .NET on which one build of --project is compared, such as 10.0,11.0");
    public Option<bool> Resume { get; } = Flag("--resume", "Resume the latest interrupted run of the same experiment");
    public Option<bool> UntilClear { get; } = Flag("--until-clear", "Add rounds, with planned looks after 8, 11, 15, 21 and 30, until every verdict is clear");
    public Option<string?> For { get; } = Text("--for", "TIME", "Rounds until every verdict is clear, for at most this time (--until-clear --max-time TIME)");
    public Option<string?> Decide { get; } = Text("--decide", "SHARE", "Rounds until every verdict is clear at this threshold of the headline, such as 2%");
    public Option<string?> MaxTime { get; } = Text("--max-time", "TIME", "With --until-clear or --decide: begin no further round after this time");
    public Option<bool> NoStore { get; } = Flag("--no-store", "Do not keep the result in .dyno/experiments");

    public Option<int?> Rounds { get; } = Number("--rounds", "N", "Rounds; a round measures each variant once (default: what the file says, or 10)");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long each trial measures (default: what the file or its load says)", "-d");
    public Option<string?> Variants { get; } = Text("--variants", "A,B", "Only these variants; the baseline must be among them");
    public Option<bool> Quick { get; } = Flag("--quick", "One cell, three variants, short trials: a first look");
    public Option<bool> Sequential { get; } = Flag("--sequential", "Trials one after the other, each alone on the machine, instead of duet trials");
    public Option<bool> Rebuild { get; } = Flag("--rebuild", "Build the control again from the baseline's sources; a difference that is no larger must be confirmed by a second experiment with everything built again");
    public Option<string?> Slice { get; } = Text("--slice", "TIME", "How long the load stays on one variant in duet trials, 5ms to 2s (default: 100ms)");
    public Option<string[]> HealthLimits { get; } = HealthLimitOption();
    public Option<bool> AllowOutsideFiles { get; } = Flag("--allow-outside-files", "Allow the load to use files outside its repository (without a repository: outside its folder)");
    public Option<bool> DryRun { get; } = Flag("--dry-run", "Check the file, describe the experiment, and stop");
    public Option<bool> KeepFiles { get; } = SharedOptions.KeepFilesOption();
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the comparison (JSON) to this file");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats);
    public Option<bool> Full { get; } = ReportSymbols.FullOption();
    public Option<string?> Summary { get; } = Text("--markdown-summary", "FILE", "Write the verdicts to this file, as a comment for a pull request");
    public Option<bool> Why { get; } = Flag("--why", "After the verdict: profile further launches, and name the methods that cost the difference");
    public Option<string?> Gate { get; } = GateOption();
    public Option<bool> GateNeutral { get; } = Flag("--gate-neutral", "Let the gate pass (0 instead of 97) where the experiment is void or has no verdict");
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The experiment", Rounds, Length, Variants, Quick, Sequential, Slice, Rebuild, For, Decide, UntilClear, MaxTime, Resume, HealthLimits, AllowOutsideFiles, KeepFiles,
            DryRun),
        new("Without a file", Load, Git, Yardstick, Runtimes, Project),
        new("Result and verdict", Why, Gate, GateNeutral, Summary, Full, Format, Result, NoStore, Quiet, Verbose),
    ];

    private static Option<string?> GateOption()
    {
        var gate = Choice("--gate", "Exit with 98 when a variant is slower (unclear: or might be slower; structure: allocates, throws, sends or queries more), with 97 when the experiment is void or has no verdict", "slower", "unclear", "structure");
        gate.Arity = ArgumentArity.ZeroOrOne;
        return gate;
    }
}
