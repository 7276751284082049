namespace Dyno.Caching.Limits;

/// <summary>What a finished call says about the service: how long it was on the wire, and in which company.</summary>
/// <param name="EndedAt">When it ended, as a timestamp of the gate's <see cref="TimeProvider"/>.</param>
/// <param name="Duration">From the permit to the answer, without the time in the client's queue.</param>
/// <param name="InFlight">Calls in flight when it began, itself included.</param>
/// <param name="Queued">Whether calls were waiting for a permit when it ended: the limit was what held them back.</param>
/// <param name="Dropped">Whether the service did not serve it: time-out, overload or a lost connection.</param>
public readonly record struct CallSample(long EndedAt, TimeSpan Duration, int InFlight, bool Queued, bool Dropped);
