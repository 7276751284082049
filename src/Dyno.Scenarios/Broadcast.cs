namespace Dyno.Scenarios;

/// <summary>
/// The receivers of messages that are sent to all of them, numbered from 0. <see cref="Step.Broadcast"/> measures when each receiver
/// has a message. Thread-safe.
/// </summary>
public sealed class Broadcast
{
    private readonly ConcurrentDictionary<string, Reception> _open = new(StringComparer.Ordinal);
    private readonly string _own = Guid.NewGuid().ToString("N")[..8]; // several programs may send to the same receivers
    private long _sent;

    /// <summary>Makes receivers.</summary>
    /// <param name="receivers">Number of receivers, 1 or more.</param>
    public Broadcast(int receivers)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(receivers, 1);
        Receivers = receivers;
    }

    /// <summary>Number of receivers.</summary>
    public int Receivers { get; }

    /// <summary>
    /// Reports that a message has arrived: call this method first in the receiver's handler. A message that no step waits for, and a
    /// second copy of a message, change nothing.
    /// </summary>
    /// <param name="receiver">The receiver's number, from 0.</param>
    /// <param name="id">The id that the message carries.</param>
    public void Received(int receiver, string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        ArgumentOutOfRangeException.ThrowIfNegative(receiver);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(receiver, Receivers);
        if (_open.TryGetValue(id, out var reception)) reception.Arrived(receiver);
    }

    internal async Task<Response<int>> SendAsync(Func<string, Task> send, TimeSpan timeout, StepParts parts, CancellationToken cancellationToken)
    {
        var id = string.Create(CultureInfo.InvariantCulture, $"{_own}-{Interlocked.Increment(ref _sent)}");
        var reception = new Reception(Receivers, parts.Clock);
        _open[id] = reception;
        try
        {
            await SendAndWaitAsync(send, id, reception, timeout, parts.Clock, cancellationToken).ConfigureAwait(false);
            return Counted(reception, parts, timeout);
        }
        finally
        {
            _open.TryRemove(id, out _);
        }
    }

    private static async Task SendAndWaitAsync(
        Func<string, Task> send, string id, Reception reception, TimeSpan timeout, EngineClock clock, CancellationToken cancellationToken)
    {
        using var patience = new CancellationTokenSource(timeout, clock.Provider);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            await send(id).WaitAsync(either.Token).ConfigureAwait(false);
            await reception.All.WaitAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            // Receivers without the message at this point count as missed.
        }
    }

    private Response<int> Counted(Reception reception, StepParts parts, TimeSpan timeout)
    {
        var deadline = parts.StartNanos + (long)timeout.TotalNanoseconds;
        var (got, missing) = (0, -1);
        for (var receiver = 0; receiver < Receivers; receiver++)
        {
            if (reception.ArrivalOf(receiver) is var arrival and > 0)
            {
                got++;
                parts.SinceStart("received", arrival);
                continue;
            }
            if (missing < 0) missing = receiver;
            parts.SinceStart("received", deadline, failed: true);
        }
        return missing < 0 ? Response.Ok(payload: got) : Response.Failed<int>(RequestErrorKind.Timeout, Response.TimeoutStatus,
            string.Create(CultureInfo.InvariantCulture, $"{Receivers - got} of {Receivers} receivers did not have the message within {timeout.TotalSeconds} s, among them receiver {missing}"));
    }

    /// <summary>The arrivals of one message at its receivers.</summary>
    private sealed class Reception(int receivers, EngineClock clock)
    {
        private readonly long[] _arrivals = new long[receivers];
        private readonly TaskCompletionSource _all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _missing = receivers;

        public Task All => _all.Task;

        /// <summary>When the message arrived, in nanoseconds of the engine's clock; 0 before that.</summary>
        public long ArrivalOf(int receiver) => Volatile.Read(ref _arrivals[receiver]);

        public void Arrived(int receiver)
        {
            if (Interlocked.CompareExchange(ref _arrivals[receiver], clock.NowNanos, 0) != 0) return;
            if (Interlocked.Decrement(ref _missing) == 0) _all.TrySetResult();
        }
    }
}
