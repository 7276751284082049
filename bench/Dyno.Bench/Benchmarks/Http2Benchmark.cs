namespace Dyno.Bench;

/// <summary>CPU per request over HTTP/2 against h2load, with 1 and 100 streams on a connection, with and without TLS.</summary>
internal sealed class Http2Benchmark : IBenchmark
{
    private const int Connections = 8;

    public string Name => "http2";

    public string What => "CPU per request against h2load, HTTP/2, 8 connections";

    public string Run(BenchOptions options)
    {
        var table = new MarkdownTable("wire", "streams", "client", "CPU µs/request, whole process", "ratio", "steady", "ratio", "requests/s");
        var errors = 0L;
        foreach (var tls in new[] { false, true })
            foreach (var streams in new[] { 1, 100 })
            {
                using var server = NghttpServer.Start(options.ServerCpu, tls);
                var dyno = new DynoClient("dyno", "--threads", "1", "--http2", "--streams", $"{streams}");
                ImmutableArray<ILoadClient> clients = [options.Against is { } program ? dyno.By(program) : new H2LoadClient(streams), dyno];
                clients[0].Run(server.Url, Connections, 1, options.ClientCpu); // warms the server up
                var costs = PairedRounds.Run(clients.Length, options, i => RequestCost.Measure(clients[i], server.Url, Connections, options));
                for (var i = 0; i < clients.Length; i++) table.Add(Row(tls, streams, clients[i].Name, costs[0], costs[i]));
                errors += costs.Sum(rounds => rounds.Sum(cost => cost.Errors));
            }

        return table + (errors == 0 ? "" : $"\n\n{errors} requests failed: the figures are not comparable.");
    }

    private static string[] Row(bool tls, int streams, string client, ImmutableArray<RequestCost> peer, ImmutableArray<RequestCost> costs)
    {
        var pairs = peer.Zip(costs).ToList();
        return
        [
            tls ? "TLS" : "h2c", $"{streams}", client,
            Spread.Of(costs.Select(cost => cost.WholeMicros)).Show("0.00"),
            peer == costs ? "1" : Spread.Of(pairs.Select(pair => pair.Second.WholeMicros / pair.First.WholeMicros)).Show("0.00"),
            Spread.Of(costs.Select(cost => cost.SteadyMicros)).Show("0.00"),
            peer == costs ? "1" : Spread.Of(pairs.Select(pair => pair.Second.SteadyMicros / pair.First.SteadyMicros)).Show("0.00"),
            $"{Spread.Of(costs.Select(cost => cost.RequestsPerSecond)).Median:N0}",
        ];
    }
}
