using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno fleet try</c>: a fleet on this machine.</summary>
internal sealed class FleetTryCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Argument<string?> _load = new("LOAD")
    {
        Description = "With --subject, what to load: a path, or a file (default: /)",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _subject = Text("--subject", "PROJECT", "Load your own project (default: the smallest API of a checkout of Dyno)");
    private readonly Option<string?> _duration = Text("--duration", "TIME", "How long to measure (default: 10s)", "-d");
    private readonly Option<string?> _rate = Text("--rate", "RATE", "Rate that all agents offer together (default: as fast as the connections allow)");
    private readonly Option<string?> _result = Text("--result", "FILE", "Write the result (JSON) to this file");
    private readonly Option<int?> _agents = Number("--agents", "N", "Number of agents that generate load (default: 2)");

    public FleetTryCommand(Terminal terminal)
        : base("try", "Start a NATS server and agents on this machine, load a project with this fleet, and stop all of them.")
    {
        _terminal = terminal;
        Add(_load);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Load", _subject, _duration, _rate, _agents, _result)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Your own project", "dyno fleet try /orders --subject src/Api"),
        new("The smallest API, in a checkout of Dyno", "dyno fleet try"),
    ];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        var (load, subject) = parsed.GetValue(_subject) is { } own ? (parsed.GetValue(_load) ?? "/", own) : Smallest(parsed.GetValue(_load));
        var agents = Math.Clamp(parsed.GetValue(_agents) ?? 2, 1, 32);
        using var progress = new ProgressLines(_terminal, isQuiet: false);
        Environment.SetEnvironmentVariable(FleetKey.Variable, FleetKey.Create().Text); // for this trial alone
        await using var fleet = await LocalFleet.StartAsync(ThisProgram.Words, agents, progress.Say);
        string[] words =
        [
            "run", load, "--subject", subject, "--fleet", fleet.Url, "--agents", $"{agents}", "--subject-on", LocalFleet.Server,
            "--duration", parsed.GetValue(_duration) ?? "10s", "--name", "fleet try",
            .. parsed.GetValue(_rate) is { } rate ? ["--rate", rate] : (string[])[],
            .. parsed.GetValue(_result) is { } file ? ["--result", file] : (string[])[],
        ];
        return await CommandLine.Create(_terminal, words).InvokeAsync();
    }

    // The installed tool has no project to load.
    private (string Load, string Subject) Smallest(string? load)
    {
        const string Own = "name your own project: dyno fleet try /orders --subject src/Api";
        if (load is not null) throw new UserFault($"there is no project to load {load} on", Own);
        try
        {
            var study = Path.Combine(StudyCommand.Catalogue(_terminal, "dyno fleet try").Folder, "runtime-throughput");
            return (Path.Combine(study, "hello.websurge"), Path.Combine(study, "Hello"));
        }
        catch (UserFault)
        {
            throw new UserFault("the smallest API is part of a checkout of Dyno, which the installed tool does not contain", Own);
        }
    }
}
