namespace Dyno.Subjects;

/// <summary>Starts the process of a service, and waits until it is ready.</summary>
internal static class ServiceProcess
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Starts the process.</summary>
    /// <exception cref="UserFault">The program cannot be started.</exception>
    public static OwnedProcess Start(ServiceOptions options, ImmutableArray<string> command, string folder,
        ImmutableSortedDictionary<string, string?>? environment = null)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"{TimeProvider.System.GetUtcNow():yyyyMMdd-HHmmss-fff}-{options.Name}-{Environment.ProcessId}.log");
        try
        {
            return OwnedProcess.Start(new ProcessPlan
            {
                FileName = command[0],
                Arguments = [.. command.Skip(1)],
                WorkingDirectory = folder,
                Environment = environment ?? ImmutableSortedDictionary.Create<string, string?>(StringComparer.Ordinal),
                OutputFile = Path.GetFullPath(Path.Combine(options.StateFolder, name)),
                Cpus = options.Cpus,
            });
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException)
        {
            throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {options.Name} cannot be started: {e.Message}", inner: e);
        }
    }

    /// <summary>Waits until the service is ready.</summary>
    /// <exception cref="UserFault">The service has ended, or is not ready in time and was stopped.</exception>
    public static async Task WaitAsync(ServiceOptions options, OwnedProcess process, Func<Task<bool>> isReady, CancellationToken cancellation)
    {
        var began = TimeProvider.System.GetTimestamp();
        var isUp = false;
        try
        {
            while (!isUp)
            {
                cancellation.ThrowIfCancellationRequested();
                if (process.Exited.IsCompleted) throw Fault("ended before it was ready");
                if (TimeProvider.System.GetElapsedTime(began) > options.Timeout) throw Fault($"was not ready within {options.Timeout.TotalSeconds:0.#} s");
                isUp = await isReady();
                if (!isUp) await Task.Delay(Pause, TimeProvider.System, cancellation);
            }
        }
        finally
        {
            if (!isUp) await process.DisposeAsync();
        }

        UserFault Fault(string what) => SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {options.Name} ({options.Kind}) {what}",
            $"its whole output is in {process.Output.FilePath}", process.LastLines(20));
    }

    /// <summary>Whether a program accepts connections at a loopback port.</summary>
    public static async Task<bool> AcceptsAsync(int port, CancellationToken cancellation)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, port, cancellation);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>Runs a command to its end.</summary>
    /// <returns>The exit code and the output.</returns>
    public static async Task<(int ExitCode, ImmutableArray<string> Output)> RunAsync(
        ServiceOptions options, ImmutableArray<string> command, string folder, CancellationToken cancellation,
        ImmutableSortedDictionary<string, string?>? environment = null)
    {
        await using var process = Start(options with { Name = options.Name + "-command" }, command, folder, environment);
        var code = await process.Exited.WaitAsync(cancellation);
        return (code, process.LastLines(20));
    }
}
