namespace Dyno.Bench;

/// <summary>A nats-server and agents as processes on this machine; disposing of this object ends them.</summary>
internal sealed class LocalAgents : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<Process> _processes = [];

    private LocalAgents(int count, int natsCpu, int cpu)
    {
        var port = LoopbackPort.Free();
        KeyFile = _folder.FileOf("fleet.key");
        Url = $"nats://127.0.0.1:{port}";
        ChildProcess.Run(natsCpu, DynoClient.Program, ["fleet", "key", "--fleet-key", KeyFile]);
        Start(natsCpu, "nats-server", "-js", "-a", "127.0.0.1", "-p", $"{port}", "-sd", _folder.FileOf("nats"), "-l", _folder.FileOf("nats.log"));
        for (var number = 1; number <= count; number++)
            Start(cpu, DynoClient.Program, "agent", "--join", Url, "--fleet-key", KeyFile, "--name", $"agent{number}", "--patience", "10s");
    }

    /// <summary>The address of the nats-server, where the agents meet.</summary>
    public string Url { get; }

    /// <summary>The file with the fleet's key.</summary>
    public string KeyFile { get; }

    /// <summary>Starts <paramref name="count"/> agents, all on one CPU.</summary>
    public static LocalAgents Start(int count, int natsCpu, int cpu) => new(count, natsCpu, cpu);

    public void Dispose()
    {
        foreach (var process in Enumerable.Reverse(_processes))
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            process.Dispose();
        }

        _folder.Dispose();
    }

    private void Start(int cpu, string program, params string[] arguments)
    {
        var process = Process.Start(ChildProcess.Pinned(cpu, program, arguments))!;
        process.OutputDataReceived += (_, _) => { };
        process.ErrorDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        _processes.Add(process);
    }
}
