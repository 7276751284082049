namespace Dyno.Cli;

/// <summary>The signals by which a user or a supervisor ends this process.</summary>
internal sealed class ProcessSignals : IDisposable
{
    private static readonly PosixSignal[] Heeded = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP];
    private readonly PosixSignalRegistration[] _registrations;

    private ProcessSignals(Action<PosixSignalContext> handle) => _registrations = [.. Heeded.Select(signal => PosixSignalRegistration.Create(signal, handle))];

    /// <summary>Listens until the result is disposed.</summary>
    public static IDisposable Listen(Action<PosixSignalContext> handle) => new ProcessSignals(handle);

    public void Dispose()
    {
        foreach (var registration in _registrations) registration.Dispose();
    }
}
