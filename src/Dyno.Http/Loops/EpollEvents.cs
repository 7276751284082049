namespace Dyno.Http;

/// <summary>An epoll file and the events of its last wait. For one thread.</summary>
internal sealed unsafe class EpollEvents : IEventWait, IDisposable
{
    /// <summary>Largest number of events of a wait.</summary>
    public const int Capacity = 256;

    private readonly NativeArray<EpollEvent> _events = new(Capacity);
    private readonly EpollWait _wait;

    private EpollEvents(int file, bool isPrecise) => (File, _wait) = (file, new EpollWait(file, isPrecise));

    public int File { get; }

    /// <summary>Creates an epoll file; null, with the error number, when the system refuses.</summary>
    public static EpollEvents? TryCreate(out int errno) => TryCreate(EpollWait.IsPrecise, out errno);

    /// <inheritdoc cref="TryCreate(out int)"/>
    /// <param name="isPrecise">Whether to wait in nanoseconds, where the system can.</param>
    /// <param name="errno">0, or the error number.</param>
    public static EpollEvents? TryCreate(bool isPrecise, out int errno)
    {
        var file = Libc.epoll_create1(EpollFlags.CloseOnExec);
        errno = file < 0 ? Errno.Last : 0;
        return file < 0 ? null : new EpollEvents(file, isPrecise);
    }

    /// <summary>Event <paramref name="index"/> of the last wait.</summary>
    public EpollEvent* At(int index) => EpollEvent.At(_events.At(0), index);

    public int For(long nanos) => _wait.For(_events.At(0), Capacity, nanos);

    public void Dispose()
    {
        _ = Libc.close(File);
        _events.Dispose();
    }
}
