namespace Dyno.Subjects;

/// <summary>
/// The running program under test, which answers requests. Disposing of this object ends the program; on Linux the program also ends when
/// Dyno ends in any other way, even when Dyno is killed. Members may be used from any thread.
/// </summary>
public sealed class Subject : IAsyncDisposable
{
    private readonly SubjectOptions _options;
    private readonly PublishedSubject _published;
    private readonly StartedProcess _started;
    private readonly string? _gitCommit;
    private readonly TimeProvider _time;
    private readonly string? _effectiveCpus;

    private readonly Task<int> _own;
    private Task<int>? _ended;
    private int? _endedByItself;
    private bool _stopping;

    private Subject(SubjectOptions options, PublishedSubject published, StartedProcess started, TimeSpan timeToReady, string? gitCommit,
        TimeProvider time)
    {
        _options = options;
        _published = published;
        _started = started;
        _gitCommit = gitCommit;
        _time = time;
        TimeToReady = timeToReady;
        _effectiveCpus = options.Cpus.Server is null ? null : CpuAffinity.OfProcess(ProcessId)?.ToString();
        _own = WatchAsync();
    }

    public int ProcessId => _started.Process.Id;

    /// <summary>The address of the program: scheme, host and port.</summary>
    public Uri BaseUrl => _started.AnswersAt;

    /// <summary>The other instances of the same program, from the second on; empty when there is one.</summary>
    public ImmutableArray<Subject> Others { get; private init; } = [];

    /// <summary>The address of each instance, this one first.</summary>
    public ImmutableArray<Uri> Addresses => [BaseUrl, .. Others.Select(o => o.BaseUrl)];

    /// <summary>Time from the start of the process to its first good answer.</summary>
    public TimeSpan TimeToReady { get; }

    /// <summary>The file with the output of the program. Only the file's owner may read it, and secrets are masked once the program has ended.</summary>
    public string OutputFile => _started.Process.Output.FilePath;

    /// <summary>The certificate of the program for https, in PEM, to be trusted; null for http.</summary>
    public string? CertificateFile => _started.Certificate?.CertificateFile;

    /// <summary>The settings that the program reports; null when it was not asked, or is not a .NET program.</summary>
    public EffectiveSettings? Effective { get; private init; }

    /// <summary>How long the first request of the load took, set once the request was sent; part of the record.</summary>
    public TimeSpan? FirstRequest { get; set; }

    /// <summary>Completes with the exit code when this instance or another one has ended, by itself or stopped.</summary>
    public Task<int> Ended => Others.IsEmpty ? _own : _ended ??= FirstToEndAsync();

    /// <summary>The exit code when this instance or another one has ended by itself; null while all instances run, and when they were stopped.</summary>
    public int? EndedByItself => _endedByItself ?? Others.Select(o => o.EndedByItself).FirstOrDefault(code => code is not null);

    /// <summary>Publishes a project where needed, starts the program, and returns when it answers.</summary>
    /// <param name="progress">Receives each stage, on the calling flow; may be null.</param>
    /// <exception cref="UserFault">The program did not come up; no process of it is left.</exception>
    public static Task<Subject> StartAsync(SubjectOptions options, IProgress<SubjectProgress>? progress = null,
        TimeProvider? time = null, CancellationToken cancellation = default)
    {
        SubjectOptionsCheck.ThrowIfWrong(options);
        return StartAsync(options, null, progress, time ?? TimeProvider.System, cancellation);
    }

    private static async Task<Subject> StartAsync(
        SubjectOptions options, WorkingCopy? files, IProgress<SubjectProgress>? progress, TimeProvider clock, CancellationToken cancellation)
    {
        var (published, folder) = await SubjectSource.GetAsync(options, progress, clock, cancellation);
        var gitCommit = await GitRevision.DescribeAsync(published.ProjectFolder, cancellation);
        var effective = options.ReportsSettings ? await SettingsProbe.AskAsync(options, published, folder, clock, cancellation) : null;
        var launcher = new SubjectLauncher(options, published, folder, files, progress, clock);
        var (started, timeToReady) = await launcher.LaunchAsync(cancellation);
        var subject = new Subject(options, published, started, timeToReady, gitCommit, clock)
        {
            Effective = effective,
            Others = await OthersAsync(options, started, clock, cancellation),
        };
        progress?.Report(new(SubjectStage.Ready, $"{published.Name} answered after {timeToReady.TotalMilliseconds:0} ms"));
        return subject;
    }

    // One after the other, in the folder of the first: what the first instance prepares, such as a database, is there for the next one.
    private static async Task<ImmutableArray<Subject>> OthersAsync(
        SubjectOptions options, StartedProcess first, TimeProvider clock, CancellationToken cancellation)
    {
        var others = ImmutableArray.CreateBuilder<Subject>();
        try
        {
            var alone = options with { Instances = 1, ReportsSettings = false, StartsCold = false };
            while (others.Count < options.Instances - 1) others.Add(await StartAsync(alone, first.Files, null, clock, cancellation));
            return others.ToImmutable();
        }
        catch
        {
            foreach (var other in others) await other.DisposeAsync();
            await first.Process.StopAsync(options.StopTimeout, clock);
            await first.DisposeAsync();
            throw;
        }
    }

    /// <summary>The record of the subject for a result, as things are now; secrets are masked.</summary>
    public SubjectRecord Record() => new()
    {
        Source = _started.Secrets.Mask(_published.Source),
        CommandLine = _started.CommandLine,
        Framework = _published.Framework.Length == 0 ? null : _published.Framework,
        Url = BaseUrl.GetLeftPart(UriPartial.Authority),
        Environment = _started.Secrets.Mask(SubjectEnvironment.For(_options, _published, _started.Url, _started.Certificate)
            .Where(entry => entry.Value is not null)
            .Select(entry => KeyValuePair.Create(entry.Key, entry.Value!))),
        CpuSet = _effectiveCpus,
        PinningNote = SubjectEnvironment.PinningNote(_options, _published),
        TimeToReadySeconds = TimeToReady.TotalSeconds,
        FirstRequestSeconds = FirstRequest?.TotalSeconds,
        Effective = Effective,
        GitCommit = _gitCommit,
        ExitCode = EndedByItself,
        LastOutput = _started.Output(),
        OutputFile = Path.GetRelativePath(Environment.CurrentDirectory, OutputFile),
    };

    /// <summary>Asks the program to end, and kills the processes that have not ended in time. May be called more than once.</summary>
    public async Task StopAsync()
    {
        var exited = _started.Process.Exited;
        if (!Volatile.Read(ref _stopping) && exited.IsCompletedSuccessfully) _endedByItself = await exited;
        Volatile.Write(ref _stopping, true);
        await Task.WhenAll([_started.Process.StopAsync(_options.StopTimeout, _time), .. Others.Select(o => o.StopAsync())]);
    }

    /// <summary>Stops the program.</summary>
    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        foreach (var other in Others) await other.DisposeAsync();
        await _started.DisposeAsync();
    }

    private async Task<int> WatchAsync()
    {
        var exitCode = await _started.Process.Exited;
        if (!Volatile.Read(ref _stopping)) _endedByItself = exitCode;
        return exitCode;
    }

    private async Task<int> FirstToEndAsync() => await await Task.WhenAny([_own, .. Others.Select(o => o.Ended)]);
}
