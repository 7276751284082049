namespace Dyno.Bench;

/// <summary>CPU per message over WebSockets against ClientWebSocket in a loop, and the memory of 10,000 idle sockets.</summary>
internal sealed class SocketsBenchmark : IBenchmark
{
    private const int Idle = 10_000;

    public string Name => "sockets";

    public string What => "CPU per echoed message of 100 bytes against ClientWebSocket in a loop; memory of 10,000 idle sockets";

    public string Run(BenchOptions options)
    {
        var parts = new MeasuredParts();
        parts.Add(() => Messages(options));
        if (options.Against is null) parts.Add(() => IdleSockets(options));
        return parts.Show();
    }

    private static string Messages(BenchOptions options)
    {
        var dyno = new DynoClient("dyno", "--threads", "1", "--send", SocketsMessage.Text);
        ILoadClient[] clients =
        [
            options.Against is { } program ? dyno.By(program)
                : new CountingLoop("ClientWebSocket", "env", "DOTNET_TieredCompilation=1", "DOTNET_TieredPGO=1", Environment.ProcessPath!, "load-echo"),
            dyno,
        ];
        var table = new MarkdownTable("sockets", "client", "CPU µs/message, whole process", "ratio", "steady", "ratio", "messages/s");
        var errors = 0L;
        foreach (var sockets in new[] { 1, 100 })
        {
            using var server = KestrelProcess.Start(options.ServerCpu, EchoServer.Word);
            clients[0].Run(server.Url("ws"), sockets, 1, options.ClientCpu); // warms the server up
            var costs = PairedRounds.Run(clients.Length, options, i => RequestCost.Measure(clients[i], server.Url("ws"), sockets, options));
            for (var i = 0; i < clients.Length; i++)
                table.Add($"{sockets}", clients[i].Name,
                    Spread.Of(costs[i].Select(c => c.WholeMicros)).Show("0.00"), Ratio(i, c => c.WholeMicros),
                    Spread.Of(costs[i].Select(c => c.SteadyMicros)).Show("0.00"), Ratio(i, c => c.SteadyMicros),
                    $"{Spread.Of(costs[i].Select(c => c.RequestsPerSecond)).Median:N0}");
            errors += costs.Sum(rounds => rounds.Sum(cost => cost.Errors));

            string Ratio(int i, Func<RequestCost, double> cost) =>
                i == 0 ? "1" : Spread.Of(costs[0].Zip(costs[i]).Select(pair => cost(pair.Second) / cost(pair.First))).Show("0.00");
        }
        return table + (errors == 0 ? "" : $"\n\n{errors} messages failed: the figures are not comparable.");
    }

    /// <summary>The sockets are opened during the first half of the time and held during the second.</summary>
    private static string IdleSockets(BenchOptions options)
    {
        var table = new MarkdownTable("idle sockets", "opened", "MB under load", "MB at most", "failed");
        var dyno = new DynoClient("dyno", "--threads", "1");
        using var server = KestrelProcess.Start(options.ServerCpu, EchoServer.Word);
        var uses = PairedRounds.Run(1, options, _ =>
        {
            var (ended, result) = dyno.RunForResult(options.ClientCpu, server.Url("ws"),
                ["-c", Idle.ToString(CultureInfo.InvariantCulture), "--ramp", DynoClient.Duration(options.Seconds), "-d", DynoClient.Duration(2 * options.Seconds)]);
            var totals = result["measured"]!["totals"]!;
            return (Load: result["generator"]!["peakWorkingSetBytes"]!.GetValue<long>() / 1e6, Peak: ended.PeakBytes / 1e6,
                Opened: totals["connectionsOpened"]!.GetValue<long>(), Failed: totals["failedRequests"]!.GetValue<long>());
        })[0];
        table.Add($"{Idle:N0}", $"{uses.Min(u => u.Opened):N0}", Spread.Of(uses.Select(u => u.Load)).Show("0.0"),
            Spread.Of(uses.Select(u => u.Peak)).Show("0.0"), $"{uses.Sum(u => u.Failed)}");
        return table.ToString()!;
    }
}
