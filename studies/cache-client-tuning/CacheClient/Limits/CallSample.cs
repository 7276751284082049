namespace Dyno.Caching.Limits;

/// <summary>The facts of a finished call that tell about the service: its duration, and the other calls in flight.</summary>
/// <param name="EndedAt">When the call ended, as a timestamp of the gate's <see cref="TimeProvider"/>.</param>
/// <param name="Duration">The time from the permit to the answer, without the time in the client's queue.</param>
/// <param name="InFlight">Calls in flight when the call began, including itself.</param>
/// <param name="Queued">Whether calls were waiting for a permit when the call ended, so that the limit held them back.</param>
/// <param name="Dropped">Whether the service did not serve the call: time-out, overload or a lost connection.</param>
public readonly record struct CallSample(long EndedAt, TimeSpan Duration, int InFlight, bool Queued, bool Dropped);
