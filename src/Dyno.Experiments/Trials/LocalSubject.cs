namespace Dyno.Experiments;

/// <summary>A program under test on this machine.</summary>
public sealed class LocalSubject(Subject subject) : ILaunchedSubject
{
    public int? ProcessId => subject.ProcessId;

    public Uri BaseUrl => subject.BaseUrl;

    public ImmutableArray<Uri> Addresses => subject.Addresses;

    public string? CertificateFile => subject.CertificateFile;

    public TimeSpan TimeToReady => subject.TimeToReady;

    public TimeSpan? FirstRequest { get => subject.FirstRequest; set => subject.FirstRequest = value; }

    public Task Ended => subject.Ended;

    public string? GoneBecause => subject.EndedByItself is { } code ? $"the program under test ended by itself with exit code {code}" : null;

    /// <summary>Publishes a project where needed, starts it, and returns when it answers.</summary>
    public static async Task<ILaunchedSubject> StartAsync(SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation) =>
        new LocalSubject(await Subject.StartAsync(options, progress, null, cancellation));

    public SubjectRecord Record() => subject.Record();

    public async Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation) =>
        await WatchedInstances.AttachAsync(subject, observe, services, cancellation);

    public Task StopAsync() => subject.StopAsync();

    public ValueTask DisposeAsync() => subject.DisposeAsync();
}
