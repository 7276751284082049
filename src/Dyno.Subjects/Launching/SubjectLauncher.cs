using System.Collections.Immutable;
using System.ComponentModel;
using Dyno.Results.Problems;
using Dyno.Subjects.Certificates;
using Dyno.Subjects.Processes;
using Dyno.Subjects.Publishing;
using Dyno.Subjects.Readiness;

namespace Dyno.Subjects.Launching;

/// <summary>Starts a published subject and waits until it answers.</summary>
internal sealed class SubjectLauncher(
    SubjectOptions options, PublishedSubject published, PublishFolder folder, IProgress<SubjectProgress>? progress, TimeProvider time)
{
    private const int Attempts = 4;

    /// <summary>Starts the subject; on another port when the first port was taken in the meantime.</summary>
    /// <returns>The process, and the time to its first good answer.</returns>
    /// <exception cref="UserFault">The subject did not come up; no process of it is left.</exception>
    public async Task<(StartedProcess Started, TimeSpan TimeToReady)> LaunchAsync(CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            if (options.Port is { } wanted && !FreePort.IsFree(wanted)) throw StartFault.PortTaken(wanted);
            var started = Start(attempt);
            var ready = false;
            try
            {
                if (await BecomesReadyAsync(started, cancellation) is { } timeToReady)
                {
                    ready = true;
                    return (started, timeToReady);
                }
            }
            finally
            {
                if (!ready) await started.DisposeAsync();
            }

            if (options.Port is { } port) throw StartFault.PortTaken(port);
            if (attempt == Attempts)
                throw SubjectFaults.Of(SubjectFault.PortInUse, $"{Attempts} free ports in a row were taken by other processes before {published.Name} could use them",
                    "find the process on this machine that opens so many ports, and try again", StartFault.LastWords(started));
        }
    }

    private StartedProcess Start(int attempt)
    {
        var url = new Uri($"{(options.UsesHttps ? "https" : "http")}://{options.Host}:{options.Port ?? FreePort.Next()}/");
        progress?.Report(new(SubjectStage.Starting, $"starting {published.Name} at {url}"));
        var certificate = options.UsesHttps ? ThrowAwayCertificate.Create(time.GetUtcNow()) : null;
        var environment = SubjectEnvironment.For(options, published, url, certificate);
        var output = folder.NewOutputFile(published.Framework.Length == 0 ? "command" : published.Framework, time.GetUtcNow(), attempt);
        ImmutableArray<string> arguments =
            [.. published.Command.Skip(1).Concat(options.Arguments).Select(argument => Placeholders.Fill(argument, url))];
        var secrets = new SubjectSecrets(options.Environment);
        var commandLine = secrets.Mask(string.Join(' ', arguments.Prepend(published.Command[0])));
        var startedAt = time.GetTimestamp();
        try
        {
            var process = OwnedProcess.Start(new ProcessPlan
            {
                FileName = published.Command[0],
                Arguments = arguments,
                WorkingDirectory = options.WorkingDirectory is { } where ? Path.GetFullPath(where) : published.Folder,
                Environment = environment,
                OutputFile = output,
                Mask = secrets.Mask,
                Cpus = options.Cpus.Server,
            });
            return new StartedProcess(process, url, commandLine, secrets, startedAt, certificate);
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException)
        {
            certificate?.Dispose();
            throw SubjectFaults.Of(SubjectFault.ExitedAtStart, $"{published.Name} cannot be started: {e.Message}", inner: e);
        }
    }

    /// <summary>The time to the first good answer; null when another program has the port.</summary>
    private async Task<TimeSpan?> BecomesReadyAsync(StartedProcess started, CancellationToken cancellation)
    {
        progress?.Report(new(SubjectStage.Waiting, $"waiting until {published.Name} answers"));
        using var probe = new ReadinessProbe(started.Url, options.ReadyPath, time, started.Certificate?.Certificate);
        using var limit = new CancellationTokenSource(options.ReadyTimeout, time);
        using var asking = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        var answered = probe.WaitAsync(asking.Token);
        var exited = started.Process.Exited;
        await Task.WhenAny(answered, exited);
        var timeToReady = time.GetElapsedTime(started.StartedAt);
        await asking.CancelAsync();
        await answered.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellation.ThrowIfCancellationRequested();
        if (exited.IsCompleted)
            return FoundPortTaken(started) ? null : throw StartFault.Exited(published.Name, await exited, started);
        if (!answered.IsCompletedSuccessfully)
            throw StartFault.NeverReady(published.Name, options.ReadyTimeout, probe, started);
        return ListeningPorts.IsHeldByAnother(started.Url.Port, started.Process.Id) ? null : timeToReady;
    }

    /// <summary>Whether the chosen port was taken, according to the output of the program.</summary>
    /// <exception cref="UserFault">
    /// The program wants another address than the chosen one, and that address is in use: another chosen port would not help.
    /// </exception>
    private bool FoundPortTaken(StartedProcess started)
    {
        var inUse = StartFault.AddressesInUse(started);
        if (inUse.FirstOrDefault(said => said.Port is { } port && port != started.Url.Port) is { Address: { } own })
            throw StartFault.OwnPortTaken(published.Name, own, started);
        return inUse.Length > 0;
    }
}
