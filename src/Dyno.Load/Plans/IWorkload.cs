namespace Dyno.Load;

/// <summary>
/// What an iteration does, and which driver sends it: wire requests, a C# delegate, a script. The interface between the load engine and
/// the drivers. Immutable; one instance may serve several runs.
/// </summary>
public interface IWorkload
{
    /// <summary>The driver's name in results: <c>linux</c>, <c>portable</c>, <c>httpclient</c> …</summary>
    string Driver { get; }

    /// <summary>The steps (requests) of an iteration; their order is the index used by <see cref="Recorder"/>.</summary>
    ImmutableArray<StepRecord> Steps { get; }

    /// <summary>
    /// Whether <see cref="Steps"/> are the steps of the whole run. The scenarios of a script share its code, so a scenario has only those
    /// steps that it has used.
    /// </summary>
    bool SharesSteps => false;

    /// <summary>Number of virtual users that share a connection, each with its own stream (HTTP/2); null when connections are not shared.</summary>
    int? StreamsPerConnection => null;

    /// <summary>Names of the checks; their order is the index used by <see cref="Recorder"/>.</summary>
    ImmutableArray<string> Checks { get; }

    /// <summary>Does once the preparations that must not be measured: resolves names, loads certificates, raises limits.</summary>
    /// <exception cref="UserFault">The load cannot run; the message says what to do.</exception>
    Task PrepareAsync(CancellationToken cancellationToken);

    /// <summary>Asks once whether there is a server to load; does nothing where that cannot be known.</summary>
    /// <exception cref="UserFault">There is no server to load.</exception>
    Task AskAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Builds a worker. Called on the thread that will run it.</summary>
    IWorker CreateWorker(WorkerContext context);

    /// <summary>Protocols negotiated so far, for the result: <c>HTTP/1.1</c>, <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c>. Thread-safe.</summary>
    ImmutableArray<string> NegotiatedProtocols { get; }
}
