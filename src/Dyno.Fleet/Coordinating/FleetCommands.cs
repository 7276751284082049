namespace Dyno.Fleet;

/// <summary>Sends commands to agents. Each command has its own number.</summary>
internal sealed class FleetCommands(FleetBus bus, string run)
{
    private long _number;

    public Task StartAsync(IEnumerable<FleetAgent> agents, long startNanos) =>
        SendAsync(agents, ShareCommandKind.Start, agent => agent.Share.Clock.OnAgent(startNanos));

    public Task SendAsync(IEnumerable<FleetAgent> agents, ShareCommandKind kind) => SendAsync(agents, kind, _ => 0);

    private async Task SendAsync(IEnumerable<FleetAgent> agents, ShareCommandKind kind, Func<FleetAgent, long> startNanos)
    {
        foreach (var agent in agents)
            await bus.TryPublishAsync(FleetSubjects.Command(agent.Name),
                new ShareCommand(run, agent.Share.Agent.Session, Interlocked.Increment(ref _number), kind, startNanos(agent)));
    }
}
