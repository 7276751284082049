using System.Runtime.InteropServices;
using Dyno.Results.Problems;

namespace Dyno.Cli.Exit;

/// <summary>
/// Ctrl-C and SIGTERM before, or without, somebody who heeds them: from the first line of the program on they end it
/// with the documented exit code. Whoever can end in order takes over and is told of a signal that has come already.
/// </summary>
internal sealed class EarlyInterruption : IDisposable
{
    private static EarlyInterruption? _current;
    private readonly PosixSignalRegistration[] _registrations;
    private int _isTakenOver;

    private EarlyInterruption() =>
        _registrations = [.. Interruption.Heeded.Select(signal => PosixSignalRegistration.Create(signal, Handle))];

    /// <summary>Starts listening.</summary>
    public static EarlyInterruption Begin() => _current = new EarlyInterruption();

    /// <summary>Hands signals over to another listener, which must be listening already.</summary>
    public static void TakeOver()
    {
        if (_current is { } current) Volatile.Write(ref current._isTakenOver, 1);
    }

    public void Dispose()
    {
        foreach (var registration in _registrations) registration.Dispose();
    }

    private void Handle(PosixSignalContext context)
    {
        if (Volatile.Read(ref _isTakenOver) != 0) return;
        Console.Error.WriteLine("dyno: interrupted before anything was measured");
        Environment.Exit(ExitCode.Interrupted);
    }
}
