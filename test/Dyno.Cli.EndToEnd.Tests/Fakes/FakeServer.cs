namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What a server would be like that is not there.</summary>
internal sealed record FakeServer
{
    private const double Refusal = 0.001;

    /// <summary>Seconds in which it answers a request that does not wait.</summary>
    public double Seconds { get; init; } = 0.001;

    /// <summary>Requests that it works on at once; further ones wait.</summary>
    public double AtOnce { get; init; } = double.PositiveInfinity;

    /// <summary>Requests that it takes in at once; further ones are refused.</summary>
    public int Room { get; init; } = int.MaxValue;

    /// <summary>Standard deviation from launch to launch, in logs.</summary>
    public double Noise { get; init; } = 0.003;

    /// <summary>CPU time of a request, in microseconds.</summary>
    public double CpuMicros { get; init; } = 50;

    /// <summary>Bytes that a request allocates.</summary>
    public double AllocatedBytes { get; init; } = 2_000;

    /// <summary>Bytes of an answer.</summary>
    public int AnswerBytes { get; init; } = 145;

    /// <summary>Share of a CPU that it uses while other variants are loaded.</summary>
    public double IdleCpuShare { get; init; }

    /// <summary>How it does under a load.</summary>
    /// <param name="users">Requests that the load has in flight, at most.</param>
    /// <param name="rate">Starts per second; 0 where each user sends the next request after an answer.</param>
    /// <param name="length">Seconds of the load.</param>
    /// <param name="scatter">The time of a request in this launch ÷ the usual one.</param>
    public FakePace Under(int users, double rate, double length, double scatter)
    {
        var seconds = Seconds * scatter;
        if (rate == 0)
        {
            var inside = Math.Min(users, Room);
            var good = Math.Min(inside, AtOnce) / seconds;
            return new FakePace(good, (users - inside) / Refusal, inside / good, Offered: 0, Dropped: 0);
        }
        var most = AtOnce / seconds;
        var waiting = Math.Clamp((rate - most) * length / 2, 0, users);
        var dropped = Math.Max(0, Math.Max(rate - users / seconds, rate - most - users / length));
        return new FakePace(Math.Min(rate - dropped, most), 0, seconds + (waiting == 0 ? 0 : waiting / most), rate, dropped);
    }
}

/// <summary>Answers per second, the mean time of a good one in seconds, and starts per second that were planned and that found no free user.</summary>
internal sealed record FakePace(double Good, double Failed, double Seconds, double Offered, double Dropped)
{
    /// <summary>Answers per second, good and failed.</summary>
    public double All => Good + Failed;
}
