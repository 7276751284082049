using System.Collections.Immutable;
using Dyno.Observation;
using Dyno.Observation.Runtime;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Trials;

/// <summary>A program under test on this machine.</summary>
/// <param name="subject">The program.</param>
public sealed class LocalSubject(Subject subject) : ILaunchedSubject
{
    /// <inheritdoc/>
    public int? ProcessId => subject.ProcessId;

    /// <inheritdoc/>
    public Uri BaseUrl => subject.BaseUrl;

    /// <inheritdoc/>
    public ImmutableArray<Uri> Addresses => subject.Addresses;

    /// <inheritdoc/>
    public string? CertificateFile => subject.CertificateFile;

    /// <inheritdoc/>
    public TimeSpan TimeToReady => subject.TimeToReady;

    /// <inheritdoc/>
    public TimeSpan? FirstRequest { get => subject.FirstRequest; set => subject.FirstRequest = value; }

    /// <inheritdoc/>
    public Task Ended => subject.Ended;

    /// <inheritdoc/>
    public string? GoneBecause => subject.EndedByItself is { } code ? $"the program under test ended by itself with exit code {code}" : null;

    /// <summary>Publishes a project where needed, starts it, and returns when it answers.</summary>
    public static async Task<ILaunchedSubject> StartAsync(SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation) =>
        new LocalSubject(await Subject.StartAsync(options, progress, null, cancellation));

    /// <inheritdoc/>
    public SubjectRecord Record() => subject.Record();

    /// <inheritdoc/>
    public async Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation) =>
        await WatchedInstances.AttachAsync(subject, observe, services, cancellation);

    /// <inheritdoc/>
    public Task StopAsync() => subject.StopAsync();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => subject.DisposeAsync();
}
