using System.CommandLine;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Progress;
using Dyno.Cli.Studies;
using Dyno.Fleet.Trust;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Fleets;

/// <summary><c>dyno fleet try</c>: a fleet on this machine.</summary>
internal sealed class FleetTryCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Option<string?> _duration = Text("--duration", "TIME", "How long to measure (default: 10s)", "-d");
    private readonly Option<string?> _rate = Text("--rate", "RATE", "Rate that all agents offer together (default: as fast as the connections allow)");
    private readonly Option<string?> _result = Text("--result", "FILE", "Write the result (JSON) to this file");
    private readonly Option<int?> _agents = Number("--agents", "N", "Number of agents that generate load (default: 2)");

    public FleetTryCommand(Terminal terminal)
        : base("try", "Start a NATS server and agents on this machine, load the smallest API of the studies with this fleet, and stop all of them.")
    {
        _terminal = terminal;
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Load", _duration, _rate, _agents, _result)];

    public override IReadOnlyList<Example> Examples { get; } = [new("Two agents for ten seconds", "dyno fleet try")];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        var study = Path.Combine(StudyCommand.Catalogue("dyno fleet try").Folder, "runtime-throughput");
        var agents = Math.Clamp(parsed.GetValue(_agents) ?? 2, 1, 32);
        using var progress = new ProgressLines(_terminal, isQuiet: false);
        Environment.SetEnvironmentVariable(FleetKey.Variable, FleetKey.Create().Text); // for this trial alone
        await using var fleet = await LocalFleet.StartAsync(ThisProgram.Words, agents, progress.Say);
        string[] words =
        [
            "run", Path.Combine(study, "hello.websurge"), "--subject", Path.Combine(study, "Hello"), "--fleet", fleet.Url, "--agents", $"{agents}", "--subject-on", LocalFleet.Server,
            "--duration", parsed.GetValue(_duration) ?? "10s", "--name", "fleet try",
            .. parsed.GetValue(_rate) is { } rate ? ["--rate", rate] : (string[])[],
            .. parsed.GetValue(_result) is { } file ? ["--result", file] : (string[])[],
        ];
        return await CommandLine.Create(_terminal, words).InvokeAsync();
    }
}
