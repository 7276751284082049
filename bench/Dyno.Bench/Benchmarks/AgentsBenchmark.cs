namespace Dyno.Bench;

/// <summary>
/// Two agents against two workers of one process, all on the client's CPU. nats-server and the coordinator share the server's CPU, which
/// is not the bottleneck; in a real fleet they are on other machines.
/// </summary>
internal sealed class AgentsBenchmark : IBenchmark
{
    private const int Agents = 2;

    public string Name => "agents";

    public string What => "requests per second of two agents against two workers of one process, and how far apart the agents begin";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        using var fleet = LocalAgents.Start(Agents, options.ServerCpu, options.ClientCpu);
        var process = new DynoClient("one process, two workers", "--threads", "2");
        var agents = new DynoClient("two agents", "--threads", "1", "--fleet", fleet.Url, "--fleet-key", fleet.KeyFile, "--agents", $"{Agents}");
        agents.RunForResult(options.ServerCpu, server.Url, ["-c", "64", "-d", "1s"]); // the agents compile their code before the first round

        var runs = PairedRounds.Run(2, options, i => i == 0
            ? Measure(process, options.ClientCpu)
            : Measure(agents, options.ServerCpu));
        var table = new MarkdownTable("client", "requests/s", "ratio", "failed");
        table.Add(process.Name, Spread.Of(runs[0].Select(Rate)).Show("N0"), "1", $"{runs[0].Sum(Failed)}");
        table.Add(agents.Name, Spread.Of(runs[1].Select(Rate)).Show("N0"),
            Spread.Of(runs[0].Zip(runs[1]).Select(pair => Rate(pair.Second) / Rate(pair.First))).Show("0.000"), $"{runs[1].Sum(Failed)}");
        var starts = runs[1].Select(Starts).ToList();
        var begins = new MarkdownTable("agents", "ms between the first and the last to begin", "ms after the agreed instant, the last");
        begins.Add($"{Agents}", Spread.Of(starts.Select(late => late.Max() - late.Min())).Show("0.00"), Spread.Of(starts.Select(late => late.Max())).Show("0.00"));
        return $"{table}\n\n{begins}";

        JsonNode Measure(DynoClient client, int cpu) =>
            client.RunForResult(cpu, server.Url, ["-c", "64", "-d", DynoClient.Duration(options.Seconds)]).Result;
    }

    private static double Rate(JsonNode result) => result["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>();

    private static long Failed(JsonNode result) => result["measured"]!["totals"]!["failedRequests"]!.GetValue<long>();

    private static List<double> Starts(JsonNode result) =>
        [.. result["fleet"]!["agents"]!.AsArray().Select(agent => agent!["startedAfterMillis"]!.GetValue<double>())];
}
