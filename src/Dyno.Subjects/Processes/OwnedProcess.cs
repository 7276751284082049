namespace Dyno.Subjects;

/// <summary>A process that ends with Dyno: by <see cref="StopAsync"/>, and on Linux also when Dyno is killed.</summary>
internal sealed class OwnedProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly bool _leadsGroup;
    private readonly Func<string, string> _mask;

    private bool _stopped;
    private bool _disposed;

    private OwnedProcess(Process process, bool leadsGroup, ProcessPlan plan)
    {
        _mask = plan.Mask;
        _process = process;
        _leadsGroup = leadsGroup;
        Id = process.Id;
        Output = new ProcessOutput(plan.OutputFile);
        Exited = WaitForExitCodeAsync();
    }

    /// <summary>Process id; on Linux also the id of its process group.</summary>
    public int Id { get; }

    /// <summary>The exit code of the process when it has ended; 128 + n when signal n ended it.</summary>
    public Task<int> Exited { get; }

    public ProcessOutput Output { get; }

    public ImmutableArray<string> LastLines(int lines) => [.. Output.Tail(lines).Select(_mask)];

    /// <summary>Starts a process.</summary>
    /// <exception cref="Win32Exception">The executable cannot be started.</exception>
    /// <exception cref="IOException">The output file cannot be created.</exception>
    public static OwnedProcess Start(ProcessPlan plan)
    {
        ProcessOutput.Create(plan.OutputFile);
        var lifeline = Lifeline.Find();
        var start = lifeline is null ? DirectStart(plan) : lifeline.Wrap(plan);
        start.WorkingDirectory = plan.WorkingDirectory;
        foreach (var (name, value) in plan.Environment) start.Environment[name] = value;
        var process = plan.Cpus is { } cpus ? CpuAffinity.RunPinned(cpus, () => Process.Start(start)!) : Process.Start(start)!;
        var owned = new OwnedProcess(process, lifeline is not null, plan);
        if (lifeline is null) owned.Output.Take(process);
        return owned;
    }

    /// <summary>
    /// Ends the process: SIGTERM to its group, and SIGKILL to the rest of the group when the process has not ended in time or has left
    /// children behind, also to children in sessions of their own. On other systems than Linux the process and its descendants are killed.
    /// Returns when the process has ended; may be called again.
    /// </summary>
    /// <param name="patience">How long the process may take to end by itself.</param>
    public async Task StopAsync(TimeSpan patience, TimeProvider time)
    {
        // Seen while their parents live: afterwards nothing tells whose children they were.
        var below = _leadsGroup && !Exited.IsCompleted ? ProcessGroup.Descendants(Id) : [];
        if (!Exited.IsCompleted && _leadsGroup && patience > TimeSpan.Zero)
        {
            Signals.TerminateGroup(Id);
            await Task.WhenAny(Exited, Task.Delay(patience, time));
        }

        // The watcher of the lifeline is still in the group, so the kernel cannot give the group's id to another one.
        if (_leadsGroup && !_stopped && !Signals.KillGroup(Id) && !Exited.IsCompleted)
        {
            _process.Kill(); // it was started just now and does not lead its group yet
            Signals.KillGroup(Id); // unless it began to while it was killed
        }
        foreach (var left in below.Where(ProcessGroup.Exists)) Signals.Kill(left.Id);
        if (!_leadsGroup && !Exited.IsCompleted) _process.Kill(entireProcessTree: true);
        _stopped = true;
        await Exited;
    }

    /// <summary>Kills the remaining processes, and masks the secrets in the output. May be called again.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_disposed) return;
        _disposed = true;
        await StopAsync(TimeSpan.Zero, TimeProvider.System);
        await Output.DisposeAsync();
        _process.Dispose();
        OutputMask.Apply(Output.FilePath, _mask);
    }

    private static ProcessStartInfo DirectStart(ProcessPlan plan) => new(plan.FileName, plan.Arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        UseShellExecute = false,
    };

    private async Task<int> WaitForExitCodeAsync()
    {
        await _process.WaitForExitAsync();
        return _process.ExitCode;
    }
}
