namespace Dyno.Cli;

/// <summary><c>dyno soak</c>: a run of hours or days that ends with what grows. Every load of <c>dyno run</c> can soak.</summary>
internal sealed class SoakCommand : DocumentedCommand, IReadingCommand
{
    private const string UsualLength = "1h";

    private readonly Terminal _terminal;
    private readonly LoadKind _kind;
    private readonly string[] _programArguments;
    private readonly SoakSymbols _symbols = new();

    public SoakCommand(Terminal terminal, LoadKind kind, string[] programArguments)
        : base("soak", "Load a target for hours or days in constant memory, and say in one sentence what grows: memory, handles, threads, times.")
    {
        (_kind, _terminal, _programArguments) = (kind, terminal, programArguments);
        Add(kind.Target);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var (options, problems) = Read(parsed);
            return new RunPipeline(terminal, options, problems).RunAsync();
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [_kind.RunGroups[0], _symbols.Group, .. _kind.RunGroups.Skip(1)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Two hours on a project: what grows, and when is its memory used up?", "dyno soak session.http --subject src/Api -d 2h --rate 200/s"),
        new("A night on a server that runs already; fail when something grows", "dyno soak http://localhost:5000/orders -d 8h --rate 50/s --fail-on growth"),
        new("Growth matters when it reaches the limit within a week", "dyno soak /hello --subject src/Hello -d 1h --rate 200/s --horizon 7d"),
        new("As little influence as possible: no forced collections, no snapshots", "dyno soak load.cs --subject src/Api --collect-every off --no-types"),
        new("Also which methods allocate what grows", "dyno soak /hello --subject src/Hello -d 1h --rate 200/s --why"),
    ];

    public override string Epilogue => $"{ExitCodeTable.Text}\n\nWith --fail-on growth, dyno soak ends with {ExitCode.Threshold} when something grows.";

    public IEnumerable<string> Contradictions(CommandResult command) => _kind.Contradictions(command);

    public IEnumerable<Problem> OtherProblems(ParseResult parsed)
    {
        var (options, problems) = Read(parsed);
        return [.. problems, .. RunProblems.Of(options)];
    }

    private (RunOptions Options, List<Problem> Problems) Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var options = _kind.Read(parsed, _programArguments, problems) with { Folder = _terminal.Folder, Growth = _symbols.Read(parsed, problems) };
        if (options.SubjectFleet is not null)
            problems.Add(new Problem("--subject-on", null, null, "the program runs on another machine, whose memory cannot be watched from here", "run dyno soak on the program's machine"));
        if (options.Subject is { Instances: > 1 })
            problems.Add(new Problem("--instances", null, null, "growth is watched in one process, and several would share the load", "leave it out, and soak one instance with its share of the rate"));
        return (options with { Load = LongEnough(options.Load) }, problems);
    }

    // The ten seconds that a URL is loaded for by default show no growth. A file may say its length itself.
    private static RequestedLoad LongEnough(RequestedLoad load) =>
        load is AskedRequests { Asked: { Duration: null, Iterations: null } asked } requests && (asked.Target is null || !File.Exists(asked.Target))
            ? requests with { Asked = asked with { Duration = UsualLength } }
            : load;
}
