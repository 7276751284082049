namespace Dyno.Bench;

/// <summary>The cost of k6 scripts in both layouts of virtual users: CPU, achieved starts, memory, time to the first request.</summary>
internal sealed class ScriptBenchmark : IBenchmark
{
    private const string Checked = """
        import http from 'k6/http';
        import { check } from 'k6';
        export default function () {
          const r = http.get(__ENV.URL);
          check(r, { 'is 200': (r) => r.status === 200, 'has a body': (r) => r.body.length > 0 });
        }
        """;

    private const string Arrivals = """
        import http from 'k6/http';
        import { check } from 'k6';
        export const options = { scenarios: { load: {
          executor: 'constant-arrival-rate', rate: 30000, timeUnit: '1s', duration: __ENV.LENGTH, preAllocatedVUs: 20, maxVUs: 100 } } };
        export default function () {
          const r = http.get(__ENV.URL);
          check(r, { 'is 200': (r) => r.status === 200, 'has a body': (r) => r.body.length > 0 });
        }
        """;

    private const string Idle = """
        import http from 'k6/http';
        import { check, sleep } from 'k6';
        export const options = { scenarios: { idle: { executor: 'constant-vus', vus: USERS, duration: '8s', gracefulStop: '0s' } } };
        export default function () {
          check(http.get(__ENV.URL), { 'is 200': (r) => r.status === 200 });
          sleep(60);
        }
        """;

    public string Name => "k6";

    public string What => "k6 scripts: http.get and two checks, 30,000 arrivals a second, memory, start to first request";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var parts = new MeasuredParts();
        parts.Add(() => Costs(server, options));
        parts.Add(() => Starts(server, options));
        parts.Add(() => Memory(server, options));
        parts.Add(() => FirstRequests(options));
        return parts.Show();
    }

    private static string Costs(RunningServer server, BenchOptions options)
    {
        var clients = ScriptClient.All;
        var rounds = PairedRounds.Run(clients.Length, options, i => IterationCost.Measure(clients[i], Checked, server.Url, options));
        var table = new MarkdownTable("100 users", "CPU µs/iteration, whole process", "steady", "iterations/s");
        for (var i = 0; i < clients.Length; i++)
            table.Add(clients[i].Name, Spread.Of(rounds[i].Select(c => c.WholeMicros)).Show("0.00"), Spread.Of(rounds[i].Select(c => c.SteadyMicros)).Show("0.00"),
                $"{Spread.Of(rounds[i].Select(c => c.PerSecond)).Median:N0}");
        return table.ToString();
    }

    private static string Starts(RunningServer server, BenchOptions options)
    {
        var table = new MarkdownTable("30,000/s for 1 minute, 20 to 100 users", "iterations", "dropped", "dropped %", "CPU s");
        foreach (var client in ScriptClient.All)
        {
            var run = client.Run(options.ClientCpu, Arrivals, server.Url, "-e", "LENGTH=60s");
            table.Add(client.Name, $"{run.Iterations:N0}", $"{run.Dropped:N0}",
                (100.0 * run.Dropped / Math.Max(1, run.Iterations + run.Dropped)).ToString("0.000", CultureInfo.InvariantCulture),
                run.Ended.CpuSeconds.ToString("0.0", CultureInfo.InvariantCulture));
        }
        return table.ToString();
    }

    private static string Memory(RunningServer server, BenchOptions options)
    {
        var table = new MarkdownTable("users", "client", "MiB idle, one connection each", "MiB at most under load");
        var problems = new List<string>();
        foreach (var users in new[] { 1, 100, 1000 })
            foreach (var client in ScriptClient.All)
            {
                try
                {
                    var (idle, load) = MemoryOf(client, users, server.Url, options.ClientCpu);
                    table.Add($"{users:N0}", client.Name, idle.Show("0"), load.ToString("0", CultureInfo.InvariantCulture));
                }
                catch (BenchException problem) when (problem.Message.Contains("vm.max_map_count", StringComparison.Ordinal))
                {
                    table.Add($"{users:N0}", client.Name, "refused: needs more memory mappings than the system allows a process", "");
                }
                catch (BenchException problem)
                {
                    table.Add($"{users:N0}", client.Name, "failed", "failed");
                    problems.Add(problem.Message);
                }
            }
        if (problems.Count > 0) throw new BenchException(string.Join('\n', problems)) { Measured = table.ToString() };
        return table.ToString();
    }

    private static (Spread Idle, double Load) MemoryOf(ScriptClient client, int users, string url, int cpu)
    {
        var idle = client.Run(cpu, Idle.Replace("USERS", $"{users}", StringComparison.Ordinal), url);
        var settled = idle.Ended.Resident.Skip(idle.Ended.Resident.Count / 2).SkipLast(3).Select(point => point.Bytes / 1048576.0).ToArray();
        if (settled.Length == 0) throw new BenchException($"{client.Name} ended too soon:\n{idle.Ended.Output}");
        var load = client.Run(cpu, Checked, url, "-u", $"{users}", "-d", "10s");
        return (Spread.Of(settled), load.Ended.PeakBytes / 1048576.0);
    }

    private static string FirstRequests(BenchOptions options)
    {
        // Dyno caches the prepared form of a script. A second measurement without the cache shows a script that has never been run.
        var ways = ScriptClient.All.Select(client => (Client: client, IsNew: false))
            .Concat(ScriptClient.All.Where(client => client.IsDyno).Select(client => (Client: client, IsNew: true))).ToArray();
        var rounds = PairedRounds.Run(ways.Length, options, i => FirstRequestMillis(ways[i].Client, ways[i].IsNew, options.ClientCpu));
        var table = new MarkdownTable("start of the process to its first connection", "ms");
        for (var i = 0; i < ways.Length; i++) table.Add(ways[i].Client.Name + (ways[i].IsNew ? ", a new script" : ""), Spread.Of(rounds[i]).Show("0"));
        return table.ToString();
    }

    private static double FirstRequestMillis(ScriptClient client, bool isNew, int cpu)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var folder = Directory.CreateTempSubdirectory("dyno-bench-").FullName;
        var file = Path.Combine(folder, "script.js");
        File.WriteAllText(file, Checked);
        var began = Stopwatch.GetTimestamp();
        using var process = client.Start(cpu, file, $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/", isNew ? folder : null);
        process.StandardInput.Close();
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        using var connection = listener.AcceptSocket();
        var millis = Stopwatch.GetElapsedTime(began).TotalMilliseconds;
        connection.Receive(new byte[4096]);
        connection.Send(CannedResponse.Bytes);
        process.WaitForExit();
        _ = output.Result + errors.Result;
        Directory.Delete(folder, recursive: true);
        return millis;
    }
}
