using System.CommandLine;
using Dyno.Cli.Parsing;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Tuning;

/// <summary>Every symbol of <c>dyno tune</c>.</summary>
internal sealed class TuneSymbols
{
    public Argument<string> Target { get; } = new("EXPERIMENT|URL|FILE")
    {
        Description = "An experiment file with a sweep; or a URL, a path such as /hello or a load file, with --goal and --over",
    };

    public Option<string?> Goal { get; } = Text("--goal", "CONDITIONS", "What must hold: 'p99.9 < 20ms, errors < 0.1%'");
    public Option<string?> Over { get; } = Text("--over", "WHAT=RANGE",
        "What is varied: rate=100..20000, connections=1..500, streams=1..100 (HTTP/2), env.NAME=10,25,50, an environment variable of the subject, or load.NAME=…, one of a load in code (default: rate=10..50000)");

    public Option<string?> Subject { get; } = Text("--subject", "PATH", "Build, start and stop this project for each launch");
    public Option<int?> Connections { get; } = Number("--connections", "N", "Connections, where they are not what is varied", "-c");
    public Option<string?> Rate { get; } = Text("--rate", "RATE", "Offered rate, where it is not what is varied: 200/s");
    public Option<string?> Best { get; } = Text("--best", "METRIC", "Of the values of a setting: what is to be best (default: rate, or p99 where a rate is offered)");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long each launch is measured (default: 10s, or what the file says)", "-d");
    public Option<int?> Trials { get; } = Number("--trials", "N", "Launches at each value (default: 3)");
    public Option<bool> DryRun { get; } = Flag("--dry-run", "Check everything, say what is coming, and stop");
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats);
    public Option<bool> NoStore { get; } = Flag("--no-store", "Keep nothing in .dyno/experiments");
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The question", Goal, Over, Best),
        new("The load", Subject, Connections, Rate, Length, Trials, DryRun),
        new("Result", Format, Result, NoStore, Quiet, Verbose),
    ];
}
