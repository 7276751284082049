using System.Diagnostics;
using System.Globalization;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Servers;
using Dyno.Bench.Tables;
using Dyno.Scenarios;
using Requests = Dyno.Scenarios.Http;

namespace Dyno.Bench.Benchmarks;

/// <summary>
/// What a load in C# costs, all of it in this process: an iteration that does nothing, a request against the same request
/// in a loop by hand and against wrk, and the memory of many users.
/// </summary>
internal sealed class ScenariosBenchmark : IBenchmark
{
    private const int Users = 64;

    public string Name => "scenarios";

    public string What => "loads in C#: an empty iteration, Http.Send against a loop by hand, the wire client against wrk, 10,000 users";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        using var http = new HttpClient(new SocketsHttpHandler());
        using var wire = DynoHttp.CreateClient();
        var wrk = new WrkClient();
        Func<Cost>[] contenders =
        [
            () => Scenario(async _ => Response.Ok(), 1, options),
            () => ByHand(http, server.Url, options),
            () => Scenario(async _ => await Requests.Send(http, Requests.CreateRequest("GET", server.Url)), Users, options),
            () => Scenario(async _ => await Requests.Send(wire, Requests.CreateRequest("GET", server.Url)), Users, options),
            () => new Cost(RequestCost.Measure(wrk, server.Url, Users, options).SteadyMicros, 0, 0),
        ];
        string[] names = ["an empty iteration", "HttpClient by hand", "Http.Send over HttpClient", "Http.Send over the wire client", "wrk"];
        var rounds = PairedRounds.Run(contenders.Length, options, i => contenders[i]());
        var table = new MarkdownTable("what", "CPU µs each", "against", "bytes each", "each second");
        for (var i = 0; i < contenders.Length; i++)
            table.Add(names[i], Spread.Of(rounds[i].Select(c => c.CpuMicros)).Show("0.00"), Ratio(rounds, i), Text(rounds[i].Min(c => c.Bytes)),
                Text(Spread.Of(rounds[i].Select(c => c.PerSecond)).Median));
        return $"{table}\n\n10,000 waiting users: {Text(MemoryOfUsers() / 1e6)} MB resident beyond an idle run";
    }

    private static string Ratio(System.Collections.Immutable.ImmutableArray<System.Collections.Immutable.ImmutableArray<Cost>> rounds, int i)
    {
        var against = i switch { 2 => 1, 3 => 4, _ => -1 };
        if (against < 0) return "";
        var ratios = rounds[i].Zip(rounds[against], (own, other) => own.CpuMicros / other.CpuMicros);
        return $"{Spread.Of(ratios).Show("0.00")} × {(against == 1 ? "by hand" : "wrk")}";
    }

    private static Cost Scenario(Func<IScenarioContext, ValueTask<IResponse>> run, int users, BenchOptions options) => Measure(() =>
    {
        var scenario = Dyno.Scenarios.Scenario.Create("bench", run)
            .WithLoadSimulations(Simulation.KeepConstant(users, TimeSpan.FromSeconds(options.Seconds)));
        var stats = DynoRunner.RunAsync(scenario).GetAwaiter().GetResult();
        return stats.ScenarioStats.Get("bench").AllOkCount;
    });

    private static Cost ByHand(HttpClient client, string url, BenchOptions options) => Measure(() =>
    {
        var clock = Stopwatch.StartNew();
        var count = 0L;
        async Task LoopAsync()
        {
            while (clock.Elapsed.TotalSeconds < options.Seconds)
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, url);
                using var answer = await client.SendAsync(request).ConfigureAwait(false);
                if (answer.IsSuccessStatusCode) Interlocked.Increment(ref count);
            }
        }
        Task.WaitAll([.. Enumerable.Range(0, Users).Select(_ => Task.Run(LoopAsync))]);
        return count;
    });

    private static Cost Measure(Func<long> run)
    {
        GC.Collect();
        var (cpu, bytes, clock) = (Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true), Stopwatch.StartNew());
        var count = Math.Max(1, run());
        return new Cost(
            (Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds / count,
            (GC.GetTotalAllocatedBytes(precise: true) - bytes) / (double)count,
            count / clock.Elapsed.TotalSeconds);
    }

    private static long MemoryOfUsers()
    {
        GC.Collect();
        var before = Environment.WorkingSet;
        var (waiting, during) = (0, 0L);
        var everybody = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var crowd = Dyno.Scenarios.Scenario.Create("crowd", async _ =>
            {
                if (Interlocked.Increment(ref waiting) == 10_000)
                {
                    during = Environment.WorkingSet;
                    everybody.SetResult();
                }
                await everybody.Task;
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(10_000, 10_000));
        DynoRunner.RunAsync(crowd).GetAwaiter().GetResult();
        return during - before;
    }

    private static string Text(double figure) => figure.ToString("N1", CultureInfo.InvariantCulture);

    private sealed record Cost(double CpuMicros, double Bytes, double PerSecond);
}
