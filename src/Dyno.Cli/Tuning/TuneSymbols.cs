using System.CommandLine;
using Dyno.Cli.Parsing;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Tuning;

/// <summary>Every symbol of <c>dyno tune</c>.</summary>
internal sealed class TuneSymbols
{
    public Argument<string> Target { get; } = new("EXPERIMENT|URL|FILE")
    {
        Description = "An experiment file with a sweep; or a URL (http, https, grpc, grpcs), a path such as /hello or a load file, with --goal and --over",
    };

    public Option<string?> Goal { get; } = Text("--goal", "CONDITIONS", "What must hold: 'p99.9 < 20ms, errors < 0.1%'");
    public Option<string?> Over { get; } = Text("--over", "WHAT=RANGE",
        "What is varied: rate=100..20000, connections=1..500, streams=1..100 (with --http2, or of gRPC), env.NAME=10,25,50, an environment variable of the subject, or load.NAME=…, one of a load in code (default: rate=10..50000)");

    public Option<string?> Subject { get; } = Text("--subject", "PATH", "Build, start and stop this project for each launch");
    public Option<int?> Connections { get; } = Number("--connections", "N", "Connections, when --over does not vary them", "-c");
    public Option<string?> Rate { get; } = Text("--rate", "RATE", "Offered rate, when --over does not vary it: 200/s");
    public Option<bool> Http2 { get; } = Flag("--http2", "Speak HTTP/2");
    public Option<string?> Body { get; } = Text("--body", "TEXT", "Request body for a URL; for gRPC the message as JSON", "-b");
    public Option<string[]> Headers { get; } = Many("--header", "'NAME: VALUE'",
        "Header of every request, metadata of a call; may be repeated", "-H");
    public Option<string[]> Proto { get; } = Many("--proto", "FILE",
        "A .proto file with the types of a gRPC service (default: server reflection); may be repeated");
    public Option<string[]> Imports { get; } = Many("--import-path", "FOLDER",
        "Folder in which to search for imports of .proto files, besides the folder of the file; may be repeated");
    public Option<string?> Best { get; } = Text("--best", "METRIC", "The metric by which the best value of a setting is chosen (default: rate, or p99 where a rate is offered)");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long each launch is measured (default: 10s, or what the file says)", "-d");
    public Option<string?> WarmUp { get; } = Text("--warmup", "TIME", "Longest warm-up of each launch; 0s: none (default: 20s)");
    public Option<int?> Trials { get; } = Number("--trials", "N", "Launches at each value (default: 3)");
    public Option<string[]> HealthLimits { get; } = HealthLimitOption();
    public Option<bool> KeepFiles { get; } = SharedOptions.KeepFilesOption();
    public Option<bool> DryRun { get; } = Flag("--dry-run", "Check everything, describe the search, and stop");
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats);
    public Option<bool> Resume { get; } = Flag("--resume", "Resume the latest interrupted search of the same file or options");
    public Option<bool> Full { get; } = ReportSymbols.FullOption();
    public Option<bool> NoStore { get; } = Flag("--no-store", "Do not keep the result in .dyno/experiments");
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The question", Goal, Over, Best),
        new("The load", Subject, Connections, Rate, Length, WarmUp, Trials, HealthLimits, KeepFiles, Resume, DryRun),
        new("Request", Body, Headers, Http2, Proto, Imports),
        new("Result", Full, Format, Result, NoStore, Quiet, Verbose),
    ];
}
