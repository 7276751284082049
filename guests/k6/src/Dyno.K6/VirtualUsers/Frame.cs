namespace Dyno.K6;

/// <summary>
/// What lies where in the numbers that a virtual user's script and .NET share. The prelude uses the same places
/// (runtime.js, modules/http.js): reading shared memory costs nothing, a call costs 0.1 µs.
/// </summary>
internal static class Frame
{
    /// <summary>Which iteration of this virtual user it is.</summary>
    public const int Iteration = 0;

    /// <summary>Timers and operations that keep the iteration from ending.</summary>
    public const int Pending = 1;

    public const int Events = 2;

    /// <summary>Not 0: every event is taken at once, because an output needs its time.</summary>
    public const int Streaming = 3;

    /// <summary>Number of the tag set that samples carry now.</summary>
    public const int Tags = 4;

    /// <summary>Promises of the iteration that are not settled.</summary>
    public const int Unsettled = 5;

    /// <summary>Not 0: a promise of the iteration was rejected.</summary>
    public const int Rejected = 6;

    /// <summary>When the next timer is due, in milliseconds of <c>host.now()</c>; −1 for none.</summary>
    public const int NextTimer = 7;

    /// <summary>The last response's status.</summary>
    public const int Status = 8;

    /// <summary>The number of the last response.</summary>
    public const int ResponseId = 9;

    /// <summary>The error code of the last response.</summary>
    public const int ErrorCode = 10;

    /// <summary>Not 0: the script waits for an operation, and continues when the runtime's <c>advance</c> is called.</summary>
    public const int Suspended = 11;

    /// <summary>Not 0: the operation that the script waited for has failed; the script asks for the message.</summary>
    public const int Failed = 12;

    /// <summary>
    /// Times of a response, in milliseconds, when the script has asked for them: duration, blocked, connecting,
    /// tls_handshaking, sending, waiting, receiving.
    /// </summary>
    public const int Timings = 16;

    /// <summary>Where the log begins.</summary>
    public const int Log = 64;

    private const int Room = 240;
    private const int SharedRoom = 40; // for each of the users that share a machine, perhaps thousands

    /// <summary>Numbers per event: code (a metric's number, or −1 − a check's), value, tag set.</summary>
    public const int EventSize = 3;

    /// <summary>How many numbers a user has; the script finds out how many events fit.</summary>
    /// <param name="isShared">Whether the user shares its machine.</param>
    public static int Count(bool isShared) => Log + (isShared ? SharedRoom : Room) * EventSize;
}
