namespace Dyno.Scenarios.Tests;

/// <summary>
/// Dyno's client against HttpClient, side by side: on a scenario's own loop, and over .NET's sockets. Where it differs there is a reason,
/// and the documentation has it.
/// </summary>
public sealed class ClientDifferencesTests
{
    private static readonly Behaviour[] All =
        [.. RedirectBehaviours.All, .. CookieBehaviours.All, .. AnswerBehaviours.All, .. RequestBehaviours.All, .. FaultBehaviours.All];

    [Fact]
    public async Task Dyno_does_what_HttpClient_does_but_for_what_the_documentation_tells()
    {
        All.Select(b => b.Name).ShouldBeUnique();
        var (ofNet, ofSockets) = (new Dictionary<string, string>(), new Dictionary<string, string>());
        foreach (var behaviour in All)
        {
            ofNet[behaviour.Name] = await SeenAsync(behaviour, behaviour.OfNet());
            ofSockets[behaviour.Name] = await SeenAsync(behaviour, behaviour.OfDyno());
        }
        var ofLoop = await OnLoopAsync();

        var table = new StringBuilder();
        var problems = new List<string>();
        foreach (var behaviour in All)
        {
            var (net, dyno, looped) = (ofNet[behaviour.Name], ofSockets[behaviour.Name], ofLoop[behaviour.Name]);
            if (dyno != looped) problems.Add($"{behaviour.Name}: over sockets {dyno}, on the loop {looped}");
            if ((net == dyno) != (behaviour.Because is null)) problems.Add($"{behaviour.Name}: HttpClient {net}, Dyno {dyno}, because {behaviour.Because ?? "(no reason)"}");
            table.AppendLine(behaviour.Name);
            table.AppendLine(net == dyno ? $"    both        {net}" : $"    HttpClient  {net}\n    Dyno        {dyno}\n    because     {behaviour.Because}");
        }
        string.Join('\n', problems).ShouldBeEmpty();
        Approval.Verify(table.ToString(), "client-differences");
    }

    [Fact]
    public void The_documentation_has_every_difference_with_its_reason()
    {
        var page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "scenarios.md"));
        foreach (var behaviour in All.Where(b => b.Because is not null))
            page.ShouldContain($"| {behaviour.Name} |");
        foreach (var reason in All.Select(b => b.Because).OfType<string>().Distinct())
            page.ShouldContain($"| {reason} |");
    }

    private static async Task<string> SeenAsync(Behaviour behaviour, HttpClient client)
    {
        using var server = behaviour.Start();
        using (client) return await behaviour.SeenAsync(client, server);
    }

    // What holds the thread for long (a machine that does something else, a compiler) moves the code to other threads: once more then.
    private static async Task<IReadOnlyDictionary<string, string>> OnLoopAsync()
    {
        for (var time = 1; ; time++)
        {
            var seen = new ConcurrentDictionary<string, string>();
            var servers = All.Select(b => b.Start()).ToList();
            var clients = All.Select(b => b.OfDyno()).ToList();
            var stats = await DynoRunner.RunAsync(Scenario.Create("behaviours", async context =>
                {
                    var index = (int)context.InvocationNumber - 1;
                    seen[All[index].Name] = await All[index].SeenAsync(clients[index], servers[index]);
                    return Response.Ok();
                })
                .WithLoadSimulations(Simulation.IterationsForConstant(1, All.Length)));
            servers.ForEach(s => s.Dispose());
            clients.ForEach(c => c.Dispose());
            stats.ScenarioStats.Get("behaviours").AllFailCount.ShouldBe(0, stats.Result.Measured.Errors.FirstOrDefault()?.FirstExample);
            if (time == 3 || stats.Result.Health.Findings.All(f => f.Rule != "scenario-blocks")) return seen;
        }
    }
}
