using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno fleet collect</c>: the result of a run whose coordinator is gone.</summary>
internal sealed class FleetCollectCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Argument<string> _run = new("ID") { Description = "ID of the run, which its coordinator printed at the start" };
    private readonly Option<string?> _fleet = Text("--fleet", "URL", "The NATS server of the fleet");
    private readonly Option<string?> _key = Text("--fleet-key", "FILE", "The fleet's key (default: DYNO_FLEET_KEY, or ~/.dyno/fleet.key)");
    private readonly Option<string?> _credentials = Text("--fleet-creds", "FILE", "NATS credentials file (.creds)");
    private readonly Option<string?> _result = Text("--result", "FILE", "Write the result (JSON) also to this file");

    public FleetCollectCommand(Terminal terminal) : base("collect", "Merge the agents' results of a run whose coordinator died, and keep the merged result.")
    {
        _terminal = terminal;
        Add(_run);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Fleet", _fleet, _key, _credentials, _result)];

    public override IReadOnlyList<Example> Examples { get; } =
        [new("Within seven days of the run", "dyno fleet collect 20261125-101500-ab12 --fleet nats://host:4222")];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var url = parsed.GetValue(_fleet) ?? throw new UserFault("--fleet is missing: it names the fleet that has the run's results", "write --fleet nats://host:4222");
        var result = await FleetCollect.RunAsync(new FleetAddress(url, parsed.GetValue(_credentials)), FleetKey.Load(parsed.GetValue(_key)),
            parsed.GetValue(_run)!, interruption.Signals.Stopping);
        if (parsed.GetValue(_result) is { } file) WholeFile.Write(file, RunResultJson.Write(result));
        var kept = RunStore.Here(_terminal.Folder).Save(result);
        new ReportWriter([new ReportTarget("console", null)], ReportLayout.Summary, _terminal).Print(RunExporters.All, result);
        await _terminal.Out.FlushAsync();
        await _terminal.Error.WriteLineAsync($"dyno: kept as {kept.Path}");
        return ExitCode.Success;
    }
}
