namespace Dyno.Experiments;

/// <summary>A running program under test, on this machine or on another. Members may be used from any thread.</summary>
public interface ILaunchedSubject : IAsyncDisposable
{
    /// <summary>Process id; null on another machine.</summary>
    int? ProcessId { get; }

    /// <summary>The address of the program: scheme, host and port.</summary>
    Uri BaseUrl { get; }

    /// <summary>The address of each instance; the first is <see cref="BaseUrl"/>.</summary>
    ImmutableArray<Uri> Addresses { get; }

    /// <summary>The certificate of the program for https, in PEM, to be trusted; null for http.</summary>
    string? CertificateFile { get; }

    /// <summary>Time from the start of the process to its first good answer.</summary>
    TimeSpan TimeToReady { get; }

    /// <summary>How long the first request of the load took, set once the request was sent; part of the record.</summary>
    TimeSpan? FirstRequest { get; set; }

    /// <summary>Completes when the program has ended, by itself or stopped, or can no longer be reached.</summary>
    Task Ended { get; }

    /// <summary>Why the program is gone although no one has stopped it, as a sentence; null while it runs, and when it was stopped.</summary>
    string? GoneBecause { get; }

    /// <summary>The record of the program for a result, as things are now; secrets are masked.</summary>
    SubjectRecord Record();

    /// <summary>Begins to observe the program.</summary>
    /// <param name="observe">How much its runtime is asked for.</param>
    /// <param name="services">Services beside the program, to be observed.</param>
    Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation);

    /// <summary>Asks the program to end, and kills the processes that have not ended in time. May be called more than once.</summary>
    Task StopAsync();
}

/// <summary>Observes a program under test. May be disposed more than once.</summary>
public interface ISubjectWatch : IAsyncDisposable
{
    /// <summary>A probe that sees all instances as one server.</summary>
    IServerProbe Probe { get; }

    /// <summary>What the services used, once the measurement is over.</summary>
    ImmutableArray<ServiceObservation> Services { get; }

    /// <summary>Requests that each instance has counted; null for an instance that does not count them.</summary>
    Task<ImmutableArray<long?>> ServedAsync(CancellationToken cancellation);

    /// <summary>Resident memory of all instances when they were last read, in bytes; null when one has ended or cannot be seen.</summary>
    long? WorkingSetNow();
}

/// <summary>Starts a program under test.</summary>
/// <param name="progress">Receives each stage; may be null.</param>
/// <exception cref="UserFault">The program did not come up; no process of it is left.</exception>
public delegate Task<ILaunchedSubject> SubjectStarter(SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation);
