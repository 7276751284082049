namespace Dyno.K6;

/// <summary>Every option by its name in scripts, with the K6_ variable that sets it.</summary>
internal static class OptionNames
{
    /// <summary>Option to variable; null where there is none.</summary>
    public static ImmutableSortedDictionary<string, string?> All { get; } = new Dictionary<string, string?>
    {
        ["vus"] = "K6_VUS",
        ["duration"] = "K6_DURATION",
        ["iterations"] = "K6_ITERATIONS",
        ["stages"] = "K6_STAGES",
        ["scenarios"] = null,
        ["executionSegment"] = "K6_EXECUTION_SEGMENT",
        ["executionSegmentSequence"] = "K6_EXECUTION_SEGMENT_SEQUENCE",
        ["paused"] = "K6_PAUSED",
        ["noSetup"] = "K6_NO_SETUP",
        ["noTeardown"] = "K6_NO_TEARDOWN",
        ["setupTimeout"] = "K6_SETUP_TIMEOUT",
        ["teardownTimeout"] = "K6_TEARDOWN_TIMEOUT",
        ["handleSummaryTimeout"] = "K6_HANDLE_SUMMARY_TIMEOUT",
        ["rps"] = "K6_RPS",
        ["dns"] = "K6_DNS",
        ["maxRedirects"] = "K6_MAX_REDIRECTS",
        ["userAgent"] = "K6_USER_AGENT",
        ["batch"] = "K6_BATCH",
        ["batchPerHost"] = "K6_BATCH_PER_HOST",
        ["httpDebug"] = "K6_HTTP_DEBUG",
        ["insecureSkipTLSVerify"] = "K6_INSECURE_SKIP_TLS_VERIFY",
        ["throw"] = "K6_THROW",
        ["discardResponseBodies"] = "K6_DISCARD_RESPONSE_BODIES",
        ["tlsAIAFetch"] = "K6_TLS_AIA_FETCH",
        ["tlsCipherSuites"] = "K6_TLS_CIPHER_SUITES",
        ["tlsVersion"] = null,
        ["tlsAuth"] = "K6_TLSAUTH",
        ["thresholds"] = "K6_THRESHOLDS",
        ["blacklistIPs"] = "K6_BLACKLIST_IPS",
        ["blockHostnames"] = "K6_BLOCK_HOSTNAMES",
        ["hosts"] = null,
        ["noConnectionReuse"] = "K6_NO_CONNECTION_REUSE",
        ["noVUConnectionReuse"] = "K6_NO_VU_CONNECTION_REUSE",
        ["noCookiesReset"] = "K6_NO_COOKIES_RESET",
        ["minIterationDuration"] = "K6_MIN_ITERATION_DURATION",
        ["systemTags"] = "K6_SYSTEM_TAGS",
        ["tags"] = "K6_TAGS",
        ["summaryTrendStats"] = "K6_SUMMARY_TREND_STATS",
        ["summaryTimeUnit"] = "K6_SUMMARY_TIME_UNIT",
        ["metricSamplesBufferSize"] = null,
        ["cloud"] = null,
        ["ext"] = null,
        ["features"] = "K6_FEATURES",
        ["noUsageReport"] = null,
        ["linger"] = "K6_LINGER",
        ["consoleOutput"] = "K6_CONSOLE_OUTPUT",
        ["localIPs"] = "K6_LOCAL_IPS",
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);

    /// <summary>Options whose value is an object, or a list or map of objects, with members of these names.</summary>
    public static ImmutableSortedDictionary<string, ImmutableArray<string>> Members { get; } = new Dictionary<string, ImmutableArray<string>>
    {
        ["dns"] = ["policy", "select", "ttl"],
        ["stages"] = ["duration", "target"],
        ["thresholds"] = ["abortOnFail", "delayAbortEval", "threshold"],
        ["tlsAuth"] = ["cert", "domains", "key", "password"],
        ["tlsVersion"] = ["max", "min"],
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);

    /// <summary>Options whose value is text with several parts.</summary>
    public static ImmutableHashSet<string> Lists { get; } =
        ["blacklistIPs", "blockHostnames", "features", "systemTags", "summaryTrendStats", "tlsCipherSuites"];

    /// <summary>Options that do not count in a script.</summary>
    public static ImmutableHashSet<string> NotInScripts { get; } = ["features", "linger", "localIPs"];

    /// <summary>Options that do not count in a configuration file.</summary>
    public static ImmutableHashSet<string> NotInFiles { get; } = ["localIPs"];

    /// <summary>Options whose value is a whole number.</summary>
    public static ImmutableHashSet<string> Numbers { get; } = ["vus", "iterations", "rps", "maxRedirects", "batch", "batchPerHost"];

    /// <summary>Options that are on or off.</summary>
    public static ImmutableHashSet<string> Switches { get; } =
    [
        "paused", "noSetup", "noTeardown", "insecureSkipTLSVerify", "throw", "discardResponseBodies", "noConnectionReuse",
        "noVUConnectionReuse", "noCookiesReset", "linger", "tlsAIAFetch",
    ];
}
