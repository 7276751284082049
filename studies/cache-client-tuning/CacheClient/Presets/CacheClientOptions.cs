using Dyno.Caching.Limits;

namespace Dyno.Caching;

/// <summary>How a client calls the service. Begin with one of <see cref="Presets"/> and change what differs.</summary>
public sealed record CacheClientOptions
{
    /// <summary>Where the service is: <c>http://host:port</c> (HTTP/2 without TLS) or <c>https://host</c>.</summary>
    public required Uri Address { get; init; }

    /// <summary>The life of an item that is set without one. Default: one minute.</summary>
    public TimeSpan DefaultTtl { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The longest time for a call, waiting in the client and retries included. Default: 5 s.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Makes the limit on calls in flight, for all channels together; null for none. Default: <see cref="AutoLimit"/>.</summary>
    public Func<TimeProvider, IConcurrencyLimit>? Limit { get; init; } = time => new AutoLimit(new LimitRange(16, 1, 1000), time);

    /// <summary>The most calls that wait in the client; one more is refused at once. Default: 100,000.</summary>
    public int QueueLimit { get; init; } = 100_000;

    /// <summary>Who is next when a permit becomes free. Default: who has waited longest.</summary>
    public QueueOrder QueueOrder { get; init; }

    /// <summary>Channels, each with connections of its own. Default: 1, which opens more connections by itself when it needs them.</summary>
    public int Channels { get; init; } = 1;

    /// <summary>Whether a channel opens another connection when all streams of its connections are taken. Default: true.</summary>
    public bool MoreConnections { get; init; } = true;

    /// <summary>How often a call that may be repeated is sent again after UNAVAILABLE or INTERNAL, within its deadline. Default: 3.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>Whether <see cref="CacheClient.CreateAsync"/> opens a connection per channel before it returns. Default: true.</summary>
    public bool ConnectEagerly { get; init; } = true;

    /// <summary>How long an idle connection is kept. Default: 1 minute.</summary>
    public TimeSpan IdleConnection { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The distance of two keep-alive pings. Default: 5 s; infinite for none.</summary>
    public TimeSpan PingEvery { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    internal CacheClientOptions Validated()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(Channels, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(Retries);
        ArgumentOutOfRangeException.ThrowIfNegative(QueueLimit);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Deadline, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(DefaultTtl, TimeSpan.Zero);
        return this;
    }
}
