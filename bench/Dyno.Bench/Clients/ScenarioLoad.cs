using Dyno.Scenarios;
using Requests = Dyno.Scenarios.Http;

namespace Dyno.Bench;

/// <summary>
/// A load in C# as a separate program (<c>Dyno.Bench load KIND URL USERS SECONDS</c>), like a user's load program, so that its cost can be
/// measured like that of any other client. Prints the number of iterations, of errors, and of bytes allocated per iteration.
/// </summary>
internal static class ScenarioLoad
{
    public static int Run(string[] arguments)
    {
        var (kind, url, users) = (arguments[0], arguments[1], int.Parse(arguments[2], CultureInfo.InvariantCulture));
        var seconds = double.Parse(arguments[3], CultureInfo.InvariantCulture);
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var (count, errors) = kind switch
        {
            "empty" => Scenario(async _ => Response.Ok(), users, seconds),
            "waiting" => Waiting(users),
            "hand" => ByHand(new HttpClient(new SocketsHttpHandler()), url, users, seconds),
            "http" => Requesting(new HttpClient(new SocketsHttpHandler()), url, users, seconds),
            _ => Requesting(DynoHttp.CreateClient(), url, users, seconds),
        };
        bytes = GC.GetTotalAllocatedBytes(precise: true) - bytes;
        Console.WriteLine(FormattableString.Invariant($"{count} {errors} {bytes / (double)Math.Max(1, count):0.0}"));
        return 0;
    }

    private static (long Count, long Errors) Requesting(HttpClient client, string url, int users, double seconds) =>
        Scenario(async _ => await Requests.Send(client, Requests.CreateRequest("GET", url)), users, seconds);

    private static (long Count, long Errors) Scenario(Func<IScenarioContext, ValueTask<IResponse>> run, int users, double seconds)
    {
        var scenario = Dyno.Scenarios.Scenario.Create("bench", run)
            .WithLoadSimulations(Simulation.KeepConstant(users, TimeSpan.FromSeconds(seconds)));
        var stats = DynoRunner.RunAsync(scenario).GetAwaiter().GetResult().ScenarioStats.Get("bench");
        return (stats.AllOkCount, stats.AllFailCount);
    }

    // All users wait at the same moment, once, so that the largest resident set shows their memory.
    private static (long Count, long Errors) Waiting(int users)
    {
        var waiting = 0;
        var everybody = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var crowd = Dyno.Scenarios.Scenario.Create("crowd", async _ =>
            {
                if (Interlocked.Increment(ref waiting) == users) everybody.SetResult();
                await everybody.Task;
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(users, users));
        var stats = DynoRunner.RunAsync(crowd).GetAwaiter().GetResult().ScenarioStats.Get("crowd");
        return (stats.AllOkCount, stats.AllFailCount);
    }

    // A hand-written load without a tool: one loop per user, all over the shared client.
    private static (long Count, long Errors) ByHand(HttpClient client, string url, int users, double seconds)
    {
        var clock = Stopwatch.StartNew();
        var (count, errors) = (0L, 0L);
        async Task LoopAsync()
        {
            while (clock.Elapsed.TotalSeconds < seconds)
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, url);
                using var answer = await client.SendAsync(request).ConfigureAwait(false);
                if (answer.IsSuccessStatusCode) Interlocked.Increment(ref count);
                else Interlocked.Increment(ref errors);
            }
        }
        Task.WaitAll([.. Enumerable.Range(0, users).Select(_ => Task.Run(LoopAsync))]);
        return (count, errors);
    }
}
