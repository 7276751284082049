namespace Dyno.Http.Clients;

/// <summary>
/// At which connection the thread of a client that blocks is waiting for an answer. Written by that thread, read by any.
/// </summary>
public sealed class AnswerWait
{
    private int _file = -1;

    /// <summary>The connection's file; −1 while nothing is waited for. It may be closed, or somebody else's, the moment after.</summary>
    internal int File => Volatile.Read(ref _file);

    internal void Begin(int file) => Volatile.Write(ref _file, file);

    internal void End() => Volatile.Write(ref _file, -1);
}
