using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno tune</c>.</summary>
internal sealed class TuneSymbols : ExperimentSymbols
{
    // What an experiment file says itself.
    private readonly OptionTable<InlineTuning> _search = new();

    public TuneSymbols() : base("How long each launch is measured (default: 10s, or what the file says)", "Check everything, describe the search, and stop",
        "Resume the latest interrupted search of the same file or options", "Write the result (JSON) to this file")
    {
        var goal = _search.On(Text("--goal", "CONDITIONS", "What must hold: 'p99.9 < 20ms, errors < 0.1%'"), (search, text) => search with { Goal = text });
        var over = _search.On(Text("--over", "WHAT=RANGE", "What is varied: rate=100..20000, connections=1..500, streams=1..100 (with --http2, or of gRPC), env.NAME=10,25,50, an environment variable of the subject, or load.NAME=…, one of a load in code (default: rate=10..50000)"),
            (search, text) => search with { Over = text });
        var best = _search.On(Text("--best", "METRIC", "The metric by which the best value of a setting is chosen (default: rate, or p99 where a rate is offered)"),
            (search, text) => search with { Headline = text });
        var subject = _search.On(Text("--subject", "PATH", "Build, start and stop this project for each launch"), (search, text) => search with { Subject = text });
        var connections = _search.On(Number("--connections", "N", "Connections, when --over does not vary them", "-c"), (search, n) => search with { Connections = n });
        var rate = _search.On(Text("--rate", "RATE", "Offered rate, when --over does not vary it: 200/s"), (search, text) => search with { Rate = text });
        var warmUp = _search.On(Text("--warmup", "TIME", "Longest warm-up of each launch; 0s: none (default: 20s)"), (search, text) => search with { WarmUp = text });
        var trials = _search.On(Number("--trials", "N", "Launches at each value (default: 3)"), (search, n) => search with { Trials = n });
        var body = _search.On(Text("--body", "TEXT", "Request body for a URL; for gRPC the message as JSON", "-b"), (search, text) => search with { Body = text });
        var headers = _search.On(Many("--header", "'NAME: VALUE'", "Header of every request, metadata of a call; may be repeated", "-H")!,
            (search, all) => search with { Headers = [.. all] });
        var http2 = _search.On(Flag("--http2", "Speak HTTP/2"), search => search with { UsesHttp2 = true });
        var proto = _search.On(Many("--proto", "FILE", "A .proto file with the types of a gRPC service (default: server reflection); may be repeated")!,
            (search, all) => search with { ProtoFiles = [.. all] });
        var imports = _search.On(Many("--import-path", "FOLDER", "Folder in which to search for imports of .proto files, besides the folder of the file; may be repeated")!,
            (search, all) => search with { ImportPaths = [.. all] });
        Groups =
        [
            new("The question", goal, over, best),
            new("The load", subject, connections, rate, Length, warmUp, trials, HealthLimits, KeepFiles, Resume, DryRun),
            new("Request", body, headers, http2, proto, imports),
            new("Result", Full, Format, Result, NoStore, Quiet, Verbose),
        ];
    }

    public Argument<string> Target { get; } = new("EXPERIMENT|URL|FILE")
    {
        Description = "An experiment file with a sweep; or a URL (http, https, grpc, grpcs), a path such as /hello or a load file, with --goal and --over",
    };

    public override IReadOnlyList<OptionGroup> Groups { get; }

    /// <summary>The options as they were given.</summary>
    /// <exception cref="UserFault">A value cannot be read, or an option stands beside the file that says the same.</exception>
    public CompareOptions Read(ParseResult parsed, CompareOptions unset)
    {
        var target = parsed.GetValue(Target)!;
        if (Path.GetExtension(target).ToLowerInvariant() is not (".yaml" or ".yml"))
            return Table.Read(parsed, unset) with { Text = _search.Read(parsed, new InlineTuning { Target = target }).ToText() };
        Problem[] problems = [.. _search.Setting.Where(option => IsGiven(parsed, option)).Select(option =>
            new Problem(option.Name, null, null, "is for a search without a file", "write it into the file's sweep, or remove it"))];
        return problems.Length == 0 ? Table.Read(parsed, unset) : throw new UserFault([.. problems]);
    }
}
