using Dyno.Caching.Limits;

namespace Dyno.Caching;

/// <summary>The settings of a client. Begin with one of <see cref="Presets"/> and change the settings that differ.</summary>
public sealed record CacheClientOptions
{
    /// <summary>The address of the service: <c>http://host:port</c> (HTTP/2 without TLS) or <c>https://host</c>.</summary>
    public required Uri Address { get; init; }

    /// <summary>The time to live of an item that is set without one. Default: 1 minute.</summary>
    public TimeSpan DefaultTtl { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The longest time for a call, including its wait in the client and its retries. Default: 5 s.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Creates the limit on calls in flight, for all channels together; null for no limit. Default: <see cref="AutoLimit"/>.</summary>
    public Func<TimeProvider, IConcurrencyLimit>? Limit { get; init; } = time => new AutoLimit(new LimitRange(16, 1, 1000), time);

    /// <summary>The most calls that wait in the client; a further call is refused at once. Default: 100,000.</summary>
    public int QueueLimit { get; init; } = 100_000;

    /// <summary>Which waiting call gets the next free permit. Default: the one that has waited longest.</summary>
    public QueueOrder QueueOrder { get; init; }

    /// <summary>The number of channels, each with its own connections. Default: 1, which opens further connections when it needs them.</summary>
    public int Channels { get; init; } = 1;

    /// <summary>Whether a channel opens another connection when all streams of its connections are in use. Default: true.</summary>
    public bool MoreConnections { get; init; } = true;

    /// <summary>How often a repeatable call is sent again after UNAVAILABLE or INTERNAL, within its deadline. Default: 3.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>Whether <see cref="CacheClient.CreateAsync"/> opens a connection per channel before it returns. Default: true.</summary>
    public bool ConnectEagerly { get; init; } = true;

    /// <summary>How long an idle connection is kept. Default: 1 minute.</summary>
    public TimeSpan IdleConnection { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The time between two keep-alive pings; infinite for none. Default: 5 s.</summary>
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
