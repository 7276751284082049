using System.Collections.Immutable;

namespace Dyno.K6.Scripts;

/// <summary>What each module exports. A test compares it with the modules themselves.</summary>
internal static class ModuleExports
{
    public static ImmutableSortedDictionary<string, ImmutableArray<string>> ByModule { get; } = new Dictionary<string, ImmutableArray<string>>
    {
        ["k6"] = ["check", "fail", "group", "randomSeed", "sleep"],
        ["k6/data"] = ["SharedArray"],
        ["k6/execution"] = ["instance", "scenario", "test", "vu"],
        ["k6/metrics"] = ["Counter", "Gauge", "Rate", "Trend"],
        ["k6/timers"] = ["clearInterval", "clearTimeout", "setInterval", "setTimeout"],
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);
}
