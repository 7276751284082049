namespace Dyno.Bench;

/// <summary>CPU per unary call of 100 bytes against Grpc.Net.Client in a loop and @grpc/grpc-js in a loop.</summary>
internal sealed class GrpcBenchmark : IBenchmark
{
    private const string Proto = "syntax = \"proto3\"; package bench; service Cache { rpc Get (Key) returns (Value); } message Key { bytes key = 1; } message Value { bytes value = 1; }";

    public string Name => "grpc";

    public string What => "CPU per unary call against Grpc.Net.Client and @grpc/grpc-js in a loop, 100 bytes";

    public string Run(BenchOptions options)
    {
        var proto = Path.Combine(Directory.CreateTempSubdirectory("dyno-bench-grpc").FullName, "cache.proto");
        File.WriteAllText(proto, Proto);
        var body = $$"""{"key": "{{Convert.ToBase64String([.. Enumerable.Repeat((byte)'k', 100)])}}"}""";
        var dyno = new DynoClient("dyno", "--threads", "1", "--proto", proto, "-b", body);
        ImmutableArray<ILoadClient> peers = options.Against is { } program ? [new Calls(dyno.By(program))] :
            [new CountingLoop("Grpc.Net.Client", Environment.ProcessPath!, "load-grpc"), new CountingLoop("@grpc/grpc-js", "node", Path.Combine(AppContext.BaseDirectory, "grpc-js", "load.js"))];
        ImmutableArray<ILoadClient> clients = [.. peers, new Calls(dyno)];
        string[] ratios = [.. peers.Select(peer => $"of {peer.Name}")];
        var table = new MarkdownTable(["calls in flight", "client", "CPU µs/call, whole process", .. ratios, "steady", .. ratios, "calls/s"]);
        foreach (var callers in new[] { 1, 50 })
        {
            using var server = KestrelProcess.Start(options.ServerCpu, GrpcServer.Word);
            clients[0].Run(server.Url("http"), callers, 1, options.ClientCpu);
            var costs = PairedRounds.Run(clients.Length, options, i => RequestCost.Measure(clients[i], server.Url("http"), callers, options));
            for (var i = 0; i < clients.Length; i++) table.Add(Row(callers, clients[i].Name, peers.Length, costs, i));
        }
        return table.ToString()!;
    }

    private static string[] Row(int callers, string client, int peers, ImmutableArray<ImmutableArray<RequestCost>> costs, int i) =>
    [
        $"{callers}", client,
        Spread.Of(costs[i].Select(c => c.WholeMicros)).Show("0.00"), .. Ratios(costs, i, peers, c => c.WholeMicros),
        Spread.Of(costs[i].Select(c => c.SteadyMicros)).Show("0.00"), .. Ratios(costs, i, peers, c => c.SteadyMicros),
        $"{Spread.Of(costs[i].Select(c => c.RequestsPerSecond)).Median:N0}",
    ];

    private static IEnumerable<string> Ratios(ImmutableArray<ImmutableArray<RequestCost>> costs, int i, int peers, Func<RequestCost, double> cost) =>
        Enumerable.Range(0, peers).Select(peer => Ratio(costs, i, peer, cost));

    private static string Ratio(ImmutableArray<ImmutableArray<RequestCost>> costs, int i, int peer, Func<RequestCost, double> cost) =>
        i == peer ? "1" : Spread.Of(costs[peer].Zip(costs[i]).Select(pair => cost(pair.Second) / cost(pair.First))).Show("0.00");

    private sealed class Calls(DynoClient client) : ILoadClient
    {
        public string Name => client.Name;

        public LoadRun Run(string url, int connections, double seconds, int cpu) =>
            client.Run($"grpc{url[4..]}/bench.Cache/Get", connections, seconds, cpu);
    }
}
