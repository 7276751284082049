namespace Dyno.Bench;

/// <summary>What Dyno's start and end cost: the time until its first output, and a run that does little else. Caches are warm.</summary>
internal sealed class StartUpBenchmark : IBenchmark
{
    private const int RunsPerRound = 5;

    public string Name => "startup";

    public string What => "milliseconds until the first output, everything in the page cache; CPU of a run of ten requests";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        return $"{FirstOutputs(server.Url, options)}\n\n{ShortRuns(server.Url, options)}";
    }

    private static MarkdownTable FirstOutputs(string url, BenchOptions options)
    {
        var launcher = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "../../dyno"));
        (string Name, string Program, string[] Arguments)[] commands =
        [
            ("dyno --version", DynoClient.Program, ["--version"]),
            ("./dyno --version (with the launcher)", launcher, ["--version"]),
            ("./dyno run URL", launcher, ["run", url, "-c", "1", "-d", "1s", "--no-store"]),
        ];
        foreach (var command in commands) FirstOutputMillis(command.Program, command.Arguments, options.ClientCpu);
        var rounds = PairedRounds.Run(commands.Length, options, i => Enumerable.Range(0, RunsPerRound)
            .Select(_ => FirstOutputMillis(commands[i].Program, commands[i].Arguments, options.ClientCpu)).ToList());

        var table = new MarkdownTable("command", "ms to the first output");
        for (var i = 0; i < commands.Length; i++)
            table.Add($"`{commands[i].Name}`", Spread.Of(rounds[i].SelectMany(run => run)).Show("0"));
        return table;
    }

    // The build of this checkout, and the one it is compared with in the same rounds.
    private static MarkdownTable ShortRuns(string url, BenchOptions options)
    {
        ImmutableArray<(string Name, string Program)> builds = options.Against is { } other
            ? [("the other build", other), ("this build", DynoClient.Program)]
            : [("this build", DynoClient.Program)];
        var compiled = builds.Select(build => MethodsCompiled(build.Program, url, options.ClientCpu)).ToList();
        var rounds = PairedRounds.Run(builds.Length, options, i => Enumerable.Range(0, RunsPerRound)
            .Select(_ => ShortRun(options.ClientCpu, builds[i].Program, url)).ToList());

        var table = new MarkdownTable("`dyno run URL --rate 10 -d 1s`", "CPU ms", "ratio", "MB at most", "methods compiled");
        for (var i = 0; i < builds.Length; i++)
        {
            var ratios = rounds[0].Zip(rounds[i], (first, own) => MedianCpu(own) / MedianCpu(first));
            table.Add(builds[i].Name, Spread.Of(rounds[i].SelectMany(Millis)).Show("0"), i == 0 ? "1" : Spread.Of(ratios).Show("0.00"),
                Spread.Of(rounds[i].SelectMany(runs => runs.Select(run => run.PeakBytes / 1e6))).Show("0.0"), $"{compiled[i]:N0}");
        }
        return table;
    }

    private static double MedianCpu(IEnumerable<EndedProcess> runs) => Spread.Of(Millis(runs)).Median;

    private static IEnumerable<double> Millis(IEnumerable<EndedProcess> runs) => runs.Select(run => run.CpuSeconds * 1000);

    private static EndedProcess ShortRun(int cpu, string program, string url, params string[] variables)
    {
        using var folder = new TemporaryFolder();
        return ChildProcess.Run(cpu, "env", ["-C", folder.Path, .. variables, program, "run", url, "--rate", "10", "-d", "1s"]);
    }

    // What the compiler of the runtime lists: a line for each method that was not compiled ahead, or was compiled again.
    private static int MethodsCompiled(string program, string url, int cpu)
    {
        using var folder = new TemporaryFolder();
        var list = folder.FileOf("methods.txt");
        ShortRun(cpu, program, url, $"DOTNET_JitStdOutFile={list}", "DOTNET_JitDisasmSummary=1");
        return File.ReadLines(list).Count(line => line.Contains(": JIT compiled ", StringComparison.Ordinal));
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
