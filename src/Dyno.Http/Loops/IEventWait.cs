namespace Dyno.Http;

/// <summary>Waits for the events of a loop's sockets. For one thread.</summary>
internal interface IEventWait
{
    /// <summary>Waits and returns the number of events; 0 when the time is over, or a signal interrupted the wait.</summary>
    /// <param name="nanos">Longest wait in nanoseconds; 0 or less only polls.</param>
    int For(long nanos);
}
