namespace Dyno.Subjects;

/// <summary>Starts a published subject and waits until it answers.</summary>
/// <param name="folder">The folder for its outputs and working copies.</param>
/// <param name="first">The files of the first instance, which further instances use, too; null: the launch has files of its own.</param>
/// <param name="progress">Receives each stage; may be null.</param>
internal sealed class SubjectLauncher(
    SubjectOptions options, PublishedSubject published, PublishFolder folder, WorkingCopy? first, IProgress<SubjectProgress>? progress, TimeProvider time)
{
    private const int Attempts = 4;

    // Between two looks at the program's output, for its own address.
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

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
                if (await BecomesReadyAsync(started, cancellation) is { } answered)
                {
                    ready = true;
                    return (started with { AnswersAt = answered.At }, answered.After);
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
        ImmutableArray<string> arguments = [.. options.Arguments.Select(Filled)];
        var secrets = new SubjectSecrets(options.Environment);
        var commandLine = secrets.Mask(string.Join(' ', published.Command.Skip(1).Select(Filled).Concat(arguments).Prepend(published.Command[0])));
        WorkingCopy? files = null;
        try
        {
            if (first is null && published.Framework.Length > 0)
                files = WorkingCopy.Of(published, folder.Launches, options.KeepsFiles ? folder.KeptCopy(output) : null);
            var (command, place) = (first ?? files) is { } copy ? (copy.Command, copy.Folder) : (published.Command, published.Folder);
            if (options.StartsCold) FileCache.Forget(place);
            var startedAt = time.GetTimestamp();
            var process = OwnedProcess.Start(new ProcessPlan
            {
                FileName = command[0],
                Arguments = [.. command.Skip(1).Select(Filled), .. arguments],
                WorkingDirectory = options.WorkingDirectory is { } where ? Path.GetFullPath(where) : place,
                Environment = environment,
                OutputFile = output,
                Mask = secrets.Mask,
                Cpus = options.Cpus.Server,
            });
            return new StartedProcess(process, url, commandLine, secrets, startedAt, certificate, files);
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException)
        {
            files?.Dispose();
            certificate?.Dispose();
            throw SubjectFaults.Of(SubjectFault.ExitedAtStart, $"{published.Name} cannot be started: {e.Message}", inner: e);
        }

        string Filled(string word) => Placeholders.Fill(word, url);
    }

    /// <summary>Where the first good answer came from, and when; null when another program has the port.</summary>
    private async Task<(Uri At, TimeSpan After)?> BecomesReadyAsync(StartedProcess started, CancellationToken cancellation)
    {
        progress?.Report(new(SubjectStage.Waiting, $"waiting until {published.Name} answers"));
        using var limit = new CancellationTokenSource(options.ReadyTimeout, time);
        using var asking = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        using var given = new ReadinessProbe(started.Url, options.ReadyPath, time, started.Certificate?.Certificate);
        if (await AnswersAsync(given, started, asking, looksForAnother: true) is { } own)
        {
            progress?.Report(new(SubjectStage.Waiting, $"{published.Name} listens on {own}, which its code or settings name, so the load goes there"));
            using var probe = new ReadinessProbe(own, options.ReadyPath, time);
            await AnswersAsync(probe, started, asking, looksForAnother: false);
            return await OutcomeAsync(probe, own, started, cancellation);
        }
        return await OutcomeAsync(given, started.Url, started, cancellation);
    }

    // Waits until a good answer comes, the process ends, or no time is left. Returns the program's own address as soon as it names one.
    private async Task<Uri?> AnswersAsync(ReadinessProbe probe, StartedProcess started, CancellationTokenSource asking, bool looksForAnother)
    {
        using var waiting = CancellationTokenSource.CreateLinkedTokenSource(asking.Token);
        var answered = probe.WaitAsync(waiting.Token);
        try
        {
            for (var over = Task.WhenAny(answered, started.Process.Exited); !over.IsCompleted;)
            {
                await Task.WhenAny(over, Task.Delay(Look, time, CancellationToken.None));
                if (!over.IsCompleted && looksForAnother && AddressOfItsOwn(started) is { } own) return own;
            }
            return null;
        }
        finally
        {
            await waiting.CancelAsync();
            await answered.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<(Uri At, TimeSpan After)?> OutcomeAsync(ReadinessProbe probe, Uri url, StartedProcess started, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (started.Process.Exited.IsCompleted)
            return FoundPortTaken(started) ? null : throw StartFault.Exited(published, await started.Process.Exited, started);
        if (probe.AnsweredAt is not { } answeredAt)
            throw StartFault.NeverReady(published.Name, options.ReadyTimeout, probe, started);
        return ListeningPorts.IsHeldByAnother(url.Port, started.Process.Id) ? null : (url, time.GetElapsedTime(started.StartedAt, answeredAt));
    }

    /// <summary>The address that the program says it listens on, when it says so and none is the one that it was given; null otherwise.</summary>
    /// <exception cref="UserFault">The load cannot go to the program's own address.</exception>
    private Uri? AddressOfItsOwn(StartedProcess started)
    {
        var own = OwnAddress.In(started.Process.LastLines(int.MaxValue), options.Host);
        if (own.IsEmpty || own.Any(address => address.Port == started.Url.Port)) return null;
        var usable = options.Port is not null || options.UsesHttps ? null : own.FirstOrDefault(address => address.Scheme == "http");
        return usable ?? throw StartFault.ListensElsewhere(published.Name, own, options, started);
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
