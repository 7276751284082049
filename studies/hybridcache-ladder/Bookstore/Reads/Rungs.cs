namespace Bookstore.Reads;

/// <summary>The rungs by their names in <c>Bookstore__Read</c>, from the bottom of the ladder to its top.</summary>
internal static class Rungs
{
    private static readonly (string Name, Func<Rung> Make)[] All =
    [
        ("ef-tracking", () => new EfTracking()),
        ("ef-no-tracking", () => new EfNoTracking()),
        ("ef-compiled", () => new EfCompiled()),
        ("dapper", () => new DapperJoin()),
        ("npgsql", () => new PreparedCommand()),
        ("hybrid-local", () => new HybridLocal()),
        ("hybrid-local-immutable", () => new HybridLocalImmutable()),
        ("hybrid-redis-l2-only", () => new HybridRedisOnly()),
        ("hybrid-redis", () => new HybridRedis()),
        ("fusion-redis", () => new FusionRedis()),
        ("output-cache", () => new OutputCache()),
        ("constant", () => new Constant()),
    ];

    public static IEnumerable<string> Names => All.Select(r => r.Name);

    /// <summary>The rung with a name; without a name the bottom one; null when no rung has the name.</summary>
    public static Rung? Find(string? name) => All.FirstOrDefault(r => r.Name == (name ?? All[0].Name)).Make?.Invoke();
}
