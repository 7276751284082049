namespace Dyno.Cli;

/// <summary>A load that agents run. This machine opens the load only to find its mistakes.</summary>
internal sealed class FleetLoad(ILoad load, AskedFleet asked, Terminal terminal, ProgressLines progress) : ILoad
{
    public string Kind => load.Kind;

    public bool Takes(string target) => load.Takes(target);

    public async Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation)
    {
        if (opening.CertificateFile is not null)
            throw new UserFault("the program under test serves https with a certificate that only this machine trusts", "use http for a load from a fleet");
        var read = await load.OpenAsync(opening with { IsRehearsal = true }, cancellation);
        if (read.Plan?.Scenarios.FirstOrDefault(scenario => scenario.Executor is ExternallyControlled) is not { } controlled)
            return new OpenFleet(read, opening, asked, terminal, progress);
        await read.DisposeAsync();
        throw new UserFault($"the scenario {controlled.Name} is externally-controlled, and agents cannot be controlled from outside",
            "run it on one machine, or use the executor ramping-vus, whose stages change the number of users");
    }
}

/// <summary>A load that was read here and runs on a fleet.</summary>
internal sealed class OpenFleet(IOpenLoad read, LoadOpening opening, AskedFleet asked, Terminal terminal, ProgressLines progress) : IOpenLoad
{
    public TestPlan? Plan => read.Plan;

    public ImmutableArray<string> Warnings => read.Warnings;

    public async Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions options)
    {
        var request = asked.Asked;
        using var folder = OwnedFolder.Create("dyno-fleet-");
        var packed = await asked.PackAsync(terminal, folder.Path, opening.BaseUrl is not null);
        var files = ShippedTree.Of([.. packed.Files, .. request.Ships], terminal.Folder, folder.Path);
        var run = new FleetRun(new FleetOptions
        {
            Address = request.Address,
            Key = request.LoadKey(),
            Agents = request.Agents,
            Without = request.Servers,
            ContinuesWhenLost = request.ContinuesWhenLost,
            IsWeighted = request.IsWeighted,
            Lease = request.LeaseTime,
            Patience = request.PatienceTime,
            Words = [.. packed.Target is { } target ? [files.NameOf(target)] : (string[])[], .. request.Words],
            Arguments = packed.Arguments,
            Variables = TrialVariables.Of(opening),
            WarmUp = read.Plan?.WarmUp,
            Plan = read.Plan is { } plan ? PlanRecords.Of(plan, null) : null,
            Files = files.Files,
            WorkingFolder = files.WorkingFolder,
            Targets = opening.Instances.IsEmpty ? opening.BaseUrl is { } url ? [url] : [] : opening.Instances,
            Say = progress.Say,
            Warn = progress.Warn,
        });
        var result = await run.RunAsync(options.Signals, options.Listeners, options.Server);
        return
        [
            result with
            {
                Subject = options.Subject ?? result.Subject,
                Plan = result.Plan with { Name = opening.Name ?? result.Plan.Name, Source = read.Plan?.Source ?? Redaction.Text(asked.Target) },
            },
        ];
    }

    public Task<FinishedLoad> FinishAsync(RunResult result) => Task.FromResult(new FinishedLoad(result));

    public Task<string> InspectAsync() => read.InspectAsync();

    public ValueTask DisposeAsync() => read.DisposeAsync();
}
