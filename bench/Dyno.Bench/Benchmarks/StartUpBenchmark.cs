using System.Diagnostics;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Servers;
using Dyno.Bench.Tables;

namespace Dyno.Bench.Benchmarks;

/// <summary>Wall-clock time until Dyno's first output, with warm caches.</summary>
internal sealed class StartUpBenchmark : IBenchmark
{
    private const int RunsPerRound = 5;

    public string Name => "startup";

    public string What => "milliseconds until the first output, everything in the page cache";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var launcher = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "../../dyno"));
        (string Name, string Program, string[] Arguments)[] commands =
        [
            ("dyno --version", DynoClient.Program, ["--version"]),
            ("./dyno --version (with the launcher)", launcher, ["--version"]),
            ("./dyno run URL", launcher, ["run", server.Url, "-c", "1", "-d", "1s", "--no-store"]),
        ];
        foreach (var command in commands) FirstOutputMillis(command.Program, command.Arguments, options.ClientCpu);
        var rounds = PairedRounds.Run(commands.Length, options, i => Enumerable.Range(0, RunsPerRound)
            .Select(_ => FirstOutputMillis(commands[i].Program, commands[i].Arguments, options.ClientCpu)).ToList());

        var table = new MarkdownTable("command", "ms to the first output");
        for (var i = 0; i < commands.Length; i++)
            table.Add($"`{commands[i].Name}`", Spread.Of(rounds[i].SelectMany(run => run)).Show("0"));
        return table.ToString();
    }

    private static double FirstOutputMillis(string program, string[] arguments, int cpu)
    {
        var start = Stopwatch.GetTimestamp();
        using var process = Process.Start(ChildProcess.Pinned(cpu, program, arguments))!;
        process.StandardInput.Close();
        var buffer = new byte[4096];
        var output = process.StandardOutput.BaseStream.ReadAsync(buffer.AsMemory(0, 1)).AsTask();
        var errors = process.StandardError.BaseStream.ReadAsync(buffer.AsMemory(1, 1)).AsTask();
        Task.WaitAny(output, errors);
        var elapsed = Stopwatch.GetElapsedTime(start);
        process.StandardOutput.BaseStream.CopyTo(Stream.Null);
        process.StandardError.BaseStream.CopyTo(Stream.Null);
        process.WaitForExit();
        return elapsed.TotalMilliseconds;
    }
}
