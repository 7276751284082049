namespace Dyno.K6;

/// <summary>How the requests of a run are sent, for all virtual users.</summary>
internal sealed record HttpRunOptions
{
    public required WireNetwork Network { get; init; }

    /// <summary>Version of HTTP. Default: HTTP/2 where a server of https takes it.</summary>
    public WireVersion Version { get; init; } = WireVersion.Agreed;

    public int MaxRedirects { get; init; } = 10;

    /// <summary>Whether the log says that redirects were not followed further; false when the user has set the limit.</summary>
    public bool WarnsOfRedirects { get; init; } = true;

    public string UserAgent { get; init; } = "";

    public bool DiscardsBodies { get; init; }

    public bool Throws { get; init; }

    public int Batch { get; init; } = 20;

    public int BatchPerHost { get; init; } = 6;

    /// <summary><c>headers</c> or <c>full</c>: every request and answer is logged.</summary>
    public string? Debug { get; init; }

    /// <summary>The option <c>rps</c>; null without a limit.</summary>
    public RateLimit? Limit { get; init; }

    public AddressRules Addresses { get; init; } = AddressRules.None;

    /// <summary>The local addresses from which virtual users send; null: the system chooses.</summary>
    public AddressPool? LocalAddresses { get; init; }

    public ImmutableHashSet<string> SystemTags { get; init; } = DefaultSystemTags;

    /// <summary>The form in which a script gets the body of an answer.</summary>
    public ResponseKind KindOf(RequestSpec spec) => spec.Kind ?? (DiscardsBodies ? ResponseKind.None : ResponseKind.Text);

    /// <summary>The system tags of samples, unless the script asks for others.</summary>
    public static ImmutableHashSet<string> DefaultSystemTags { get; } =
    [
        "proto", "subproto", "status", "method", "url", "name", "group", "check", "error", "error_code", "tls_version",
        "scenario", "service", "expected_response",
    ];

    /// <summary>The system tags that samples have only when the script asks for them.</summary>
    public static ImmutableHashSet<string> OtherSystemTags { get; } = ["iter", "vu", "ocsp_status", "ip"];
}

/// <summary>The option <c>rps</c>: one limit for the whole process. Thread-safe.</summary>
internal sealed class RateLimit(EngineClock clock, int perSecond)
{
    private long _next;

    /// <summary>Takes the next place in the queue and returns how long to wait for it, in nanoseconds.</summary>
    public long Take()
    {
        var gap = 1_000_000_000L / perSecond;
        while (true)
        {
            var (next, now) = (Volatile.Read(ref _next), clock.NowNanos);
            var mine = Math.Max(next, now);
            if (Interlocked.CompareExchange(ref _next, mine + gap, next) == next) return mine - now;
        }
    }
}
