namespace Dyno.K6;

/// <summary>Header names as k6 shows them: each part of a name begins with a capital. Thread-safe.</summary>
internal static class HeaderNames
{
    private static readonly ConcurrentDictionary<string, string> Known = new(StringComparer.Ordinal);

    /// <summary><c>x-num</c> becomes <c>X-Num</c>; what is not a header name stays as it is.</summary>
    public static string Canonical(string name)
    {
        if (Known.TryGetValue(name, out var canonical)) return canonical;
        canonical = Write(name);
        if (Known.Count < 1000) Known[name] = canonical;
        return canonical;
    }

    private static string Write(string name)
    {
        if (!RequestRules.IsToken(name)) return name;
        return string.Create(name.Length, name, static (target, source) =>
        {
            var capital = true;
            for (var i = 0; i < source.Length; i++)
            {
                target[i] = capital ? char.ToUpperInvariant(source[i]) : char.ToLowerInvariant(source[i]);
                capital = source[i] == '-';
            }
        });
    }
}
