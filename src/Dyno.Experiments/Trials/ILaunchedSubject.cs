using System.Collections.Immutable;
using Dyno.Load.Running;
using Dyno.Observation;
using Dyno.Observation.Runtime;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Trials;

/// <summary>A program under test that is up, on this machine or on another. Members may be used from any thread.</summary>
public interface ILaunchedSubject : IAsyncDisposable
{
    /// <summary>Process id; null on another machine.</summary>
    int? ProcessId { get; }

    /// <summary>Where it answers: scheme, host and port.</summary>
    Uri BaseUrl { get; }

    /// <summary>Where each instance answers, the first at <see cref="BaseUrl"/>.</summary>
    ImmutableArray<Uri> Addresses { get; }

    /// <summary>The certificate it serves https with, in PEM, to be trusted; null for http.</summary>
    string? CertificateFile { get; }

    /// <summary>From the process's start to its first good answer.</summary>
    TimeSpan TimeToReady { get; }

    /// <summary>How long the first request of the load took, once it was sent; part of the record.</summary>
    TimeSpan? FirstRequest { get; set; }

    /// <summary>Completes when it ends, by itself or stopped, or can be reached no more.</summary>
    Task Ended { get; }

    /// <summary>Why it is gone though nobody has stopped it, a sentence; null while it is there, and when it was stopped.</summary>
    string? GoneBecause { get; }

    /// <summary>What stands about it in a result, as things are now; secrets masked.</summary>
    SubjectRecord Record();

    /// <summary>Begins to watch it.</summary>
    /// <param name="observe">How much its runtime is asked.</param>
    /// <param name="services">Services beside it, to be watched.</param>
    /// <param name="cancellation">Gives up.</param>
    Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation);

    /// <summary>Asks it to end, and kills what has not ended in time. May be called more than once.</summary>
    Task StopAsync();
}

/// <summary>What watches a program under test. May be disposed more than once.</summary>
public interface ISubjectWatch : IAsyncDisposable
{
    /// <summary>Its instances as one server.</summary>
    IServerProbe Probe { get; }

    /// <summary>What the services used, once the measurement is over.</summary>
    ImmutableArray<ServiceObservation> Services { get; }

    /// <summary>Requests that each instance has counted; null where one does not say.</summary>
    Task<ImmutableArray<long?>> ServedAsync(CancellationToken cancellation);

    /// <summary>Resident memory of all of them when they were seen last; null when one has ended or cannot be seen.</summary>
    long? WorkingSetNow();
}

/// <summary>Has a program under test started.</summary>
/// <param name="options">What to start, and how.</param>
/// <param name="progress">Told what goes on; may be null.</param>
/// <param name="cancellation">Gives up: whatever was started by then is stopped.</param>
/// <exception cref="UserFault">It could not be had; nothing of it is left.</exception>
public delegate Task<ILaunchedSubject> SubjectStarter(SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation);
