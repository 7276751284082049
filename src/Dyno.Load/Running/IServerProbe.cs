using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>Watches the server's process during the measurement. Called on the runner's thread.</summary>
public interface IServerProbe
{
    /// <summary>
    /// Methods that the server's runtime has compiled since its start, as it said last; null when it does not say. Asked about once a
    /// second, also before <see cref="Begin"/>.
    /// </summary>
    long? MethodsCompiled => null;

    /// <summary>How the server looked at the last sample; null when nothing is known of it. Asked about once a second.</summary>
    ServerMoment? Latest => null;

    /// <summary>The measurement begins.</summary>
    void Begin();

    /// <summary>About once a second.</summary>
    /// <param name="sinceBegin">Time since <see cref="Begin"/>.</param>
    void Sample(TimeSpan sinceBegin);

    /// <summary>
    /// Reads the server's CPU time between two slices of a duet trial, when nothing is in flight: how long the answer takes, which another
    /// machine may have to give, changes no figure.
    /// </summary>
    /// <param name="cancellation">Gives up waiting for it.</param>
    /// <returns>Null when it is not known; never cancelled.</returns>
    ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation) => default;

    /// <summary>The measurement is over.</summary>
    /// <param name="requests">Requests completed in it.</param>
    /// <returns>What was seen; null when the process could not be read.</returns>
    ValueTask<ServerObservation?> EndAsync(long requests);
}

/// <summary>Watches the machine during the measurement. Called on the runner's thread.</summary>
public interface IMachineProbe
{
    /// <summary>The run begins: reads what must be read before the load.</summary>
    void Begin();

    /// <summary>The run is over.</summary>
    /// <returns>The machine's record.</returns>
    EnvironmentRecord End();
}
