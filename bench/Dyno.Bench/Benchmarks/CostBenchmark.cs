namespace Dyno.Bench;

/// <summary>CPU per request of two clients against the same canned server.</summary>
internal sealed class CostBenchmark(
    string name, string what, ILoadClient usual, ILoadClient contender, bool tls, params int[] connectionCounts)
    : IBenchmark
{
    public string Name => name;

    public string What => what;

    public string Run(BenchOptions options)
    {
        var table = new MarkdownTable(
            "connections", "client", "CPU µs/request, whole process", "ratio", "steady", "ratio", "requests/s");
        var (errors, peer) = (0L, PeerOf(options));
        foreach (var connections in connectionCounts)
        {
            using var server = RunningServer.Start(options.ServerCpu, tls);
            peer.Run(server.Url, connections, 1, options.ClientCpu); // the server compiles its code and allocates its buffers
            ILoadClient[] clients = [peer, contender];
            var costs = PairedRounds.Run(
                clients.Length, options, i => RequestCost.Measure(clients[i], server.Url, connections, options));
            AddRows(table, peer.Name, connections, costs);
            errors += costs.Sum(rounds => rounds.Sum(cost => cost.Errors));
        }

        var remark = errors == 0 ? "" : $"\n\n{errors} requests failed: the figures are not comparable.";
        return table + remark;
    }

    private ILoadClient PeerOf(BenchOptions options) => options.Against is { } program && contender is DynoClient dyno ? dyno.By(program) : usual;

    private void AddRows(
        MarkdownTable table, string peer, int connections, ImmutableArray<ImmutableArray<RequestCost>> costs)
    {
        var pairs = costs[0].Zip(costs[1]).ToList();
        var whole = Spread.Of(pairs.Select(pair => pair.Second.WholeMicros / pair.First.WholeMicros));
        var steady = Spread.Of(pairs.Select(pair => pair.Second.SteadyMicros / pair.First.SteadyMicros));
        table.Add(Row(connections, peer, costs[0], "1", "1"));
        table.Add(Row(connections, contender.Name, costs[1], whole.Show("0.00"), steady.Show("0.00")));
    }

    private static string[] Row(
        int connections, string client, ImmutableArray<RequestCost> costs, string wholeRatio, string steadyRatio) =>
    [
        $"{connections}", client,
        Spread.Of(costs.Select(cost => cost.WholeMicros)).Show("0.00"), wholeRatio,
        Spread.Of(costs.Select(cost => cost.SteadyMicros)).Show("0.00"), steadyRatio,
        $"{Spread.Of(costs.Select(cost => cost.RequestsPerSecond)).Median:N0}",
    ];
}
