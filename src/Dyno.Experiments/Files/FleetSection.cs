namespace Dyno.Experiments;

/// <summary>The machines that make the load of an experiment: <c>generator: { fleet: nats://host:4222, agents: 2 }</c>.</summary>
internal static class FleetSection
{
    private const int MostAgents = 1000;
    internal static readonly string[] Keys = ["fleet", "agents", "weighted", "lease"];

    /// <summary>The fleet; null without one.</summary>
    public static FleetPlan? Read(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        if (!entries.TryGetValue("generator", out var place)) return null;
        var keys = place.Entries(Keys);
        if (keys.TryGetValue("fleet", out var fleet))
            return new FleetPlan
            {
                Url = fleet.Text(),
                Agents = keys.TryGetValue("agents", out var agents) ? (int?)agents.Whole(0, MostAgents) : null,
                IsWeighted = keys.TryGetValue("weighted", out var weighted) && weighted.Flag() == true,
                Lease = keys.TryGetValue("lease", out var lease) ? lease.Time() : null,
            };
        place.Problem("the generator names no fleet", "write generator: { fleet: nats://host:4222, agents: 2 }, or leave it out for this machine");
        return null;
    }

    /// <summary>Reports settings of the variants that do not work with other machines.</summary>
    public static void Check(IReadOnlyDictionary<string, YamlPlace> entries, FleetPlan? fleet, IReadOnlyCollection<VariantPlan> variants)
    {
        var subject = entries.TryGetValue("subject", out var own) ? own : entries["variants"];
        if (variants.FirstOrDefault(variant => variant.Subject.On is not null) is { } remote)
        {
            if (fleet is null) subject.Problem($"{remote.Name} should run on {remote.Subject.On}, but no fleet is named", "write generator: { fleet: nats://host:4222, agents: 0 } to load from this machine");
            if (entries.TryGetValue("services", out var services))
                services.Problem("services run on this machine's loopback, which a program on another machine cannot reach", "start the services yourself and name their addresses in env, or remove on");
            if (remote.Subject.Url is not null) subject.Problem($"{remote.Name} has a url, and Dyno does not start a program at a url", "remove on");
            if (remote.Subject.UsesHttps) subject.Problem("a program on another machine serves https with a certificate that only that machine knows", "write scheme: http");
        }
        else if (fleet is { Agents: 0 }) entries["generator"].Problem("the fleet has nothing to do: no agent sends load, and no subject runs on an agent", "write agents: 1, or subject: { on: NAME }");
    }
}
