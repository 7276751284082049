namespace Dyno.Load;

/// <summary>Watches the server's process during the measurement. Called on the runner's thread.</summary>
public interface IServerProbe
{
    /// <summary>
    /// Number of methods that the server's runtime has compiled since its start, at its last report; null when the runtime does not report
    /// it. Read about once a second, also before <see cref="Begin"/>.
    /// </summary>
    long? MethodsCompiled => null;

    /// <summary>The server's state at the last sample; null when nothing is known about the server. Read about once a second.</summary>
    ServerMoment? Latest => null;

    /// <summary>Called when the measurement begins.</summary>
    void Begin();

    /// <summary>Called about once a second during the measurement.</summary>
    /// <param name="sinceBegin">Time since <see cref="Begin"/>.</param>
    void Sample(TimeSpan sinceBegin);

    /// <summary>
    /// Reads the server's CPU time between two slices of a duet trial. Nothing is in flight then, so the time that the reading takes
    /// (another machine may have to answer) changes no figure.
    /// </summary>
    /// <returns>The reading; null when it is not known. Cancellation also ends in null and never in a cancelled task.</returns>
    ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation) => default;

    /// <summary>Called when the measurement is over.</summary>
    /// <param name="requests">Requests completed in the measurement.</param>
    /// <returns>The observation of the server; null when the process could not be read.</returns>
    ValueTask<ServerObservation?> EndAsync(long requests);
}

/// <summary>Watches the machine during the measurement. Called on the runner's thread.</summary>
public interface IMachineProbe
{
    /// <summary>Called when the run begins. Reads the values that must be read before the load.</summary>
    void Begin();

    /// <summary>Called when the run is over.</summary>
    /// <returns>The machine's record.</returns>
    EnvironmentRecord End();
}
