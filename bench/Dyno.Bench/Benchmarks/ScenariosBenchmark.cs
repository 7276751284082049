namespace Dyno.Bench;

/// <summary>
/// The cost of loads in C#, each kind in a separate process on one CPU: an iteration that does nothing, a request compared with the same
/// request in a hand-written loop and with wrk, and the memory of many users.
/// </summary>
internal sealed class ScenariosBenchmark : IBenchmark
{
    private const int Users = 64;
    private const int Crowd = 10_000;
    private const double MostSeconds = 3.5; // lets seven rounds of five contenders end within five minutes

    public string Name => "scenarios";

    public string What => "loads in C#: an empty iteration, a request against one by hand and against wrk, memory of many users";

    public string Run(BenchOptions options)
    {
        options = options with { Seconds = Math.Min(options.Seconds, MostSeconds) };
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        (ILoadClient Client, int Users, int Against)[] contenders =
        [
            (new ScenarioClient("an empty iteration", "empty"), 1, -1),
            (new ScenarioClient("HttpClient in a loop by hand", "hand"), Users, -1),
            (new ScenarioClient("Http.Send over HttpClient", "http"), Users, 1),
            (new WrkClient(), Users, -1),
            (new ScenarioClient("Http.Send over the wire client", "wire"), Users, 3),
        ];
        var rounds = PairedRounds.Run(contenders.Length, options, i => RequestCost.Measure(contenders[i].Client, server.Url, contenders[i].Users, options));
        var table = new MarkdownTable("load", "users", "CPU µs each, steady", "against", "bytes each", "each second", "failed");
        for (var i = 0; i < contenders.Length; i++)
        {
            var (client, users, against) = contenders[i];
            table.Add(client.Name, $"{users}", Spread.Of(rounds[i].Select(c => c.SteadyMicros)).Show("0.00"),
                against < 0 ? "" : $"{Spread.Of(rounds[i].Zip(rounds[against], (own, other) => own.SteadyMicros / other.SteadyMicros)).Show("0.00")} × {contenders[against].Client.Name}",
                client is ScenarioClient own ? Text(own.BytesEach, "N1") : "", Text(Spread.Of(rounds[i].Select(c => c.RequestsPerSecond)).Median, "N0"),
                $"{rounds[i].Sum(c => c.Errors)}");
        }
        var crowd = new ScenarioClient("crowd", "waiting").RunToEnd(server.Url, Crowd, 1, options.ClientCpu);
        return $"{table}\n\n{Crowd:N0} users that wait at the same time: {Text(crowd.PeakBytes / 1e6, "N1")} MB resident at most, the whole process";
    }

    private static string Text(double figure, string format) => figure.ToString(format, CultureInfo.InvariantCulture);
}
