namespace Dyno.K6;

/// <summary>
/// Why a module cannot be imported: modules that will come later, and modules that are gone. <see cref="ModuleExports"/> has those that
/// exist.
/// </summary>
internal static class ModuleNames
{
    private static readonly Dictionary<string, string> Later = new(StringComparer.Ordinal)
    {
        ["k6/experimental/streams"] = "streams",
        ["k6/browser"] = "browsers",
        ["k6/crypto/x509"] = "certificates",
    };

    private static readonly Dictionary<string, string> Gone = new(StringComparer.Ordinal)
    {
        ["k6/experimental/browser"] = "k6/browser",
        ["k6/experimental/grpc"] = "k6/net/grpc",
        ["k6/experimental/timers"] = "k6/timers",
        ["k6/experimental/tracing"] = "http-instrumentation-tempo of jslib.k6.io",
        ["k6/experimental/redis"] = "an HTTP service in front of Redis",
    };

    /// <summary>Why a module of that name cannot be imported, and what to write instead; null when it can, or may.</summary>
    public static string? Problem(string specifier)
    {
        if (Later.TryGetValue(specifier, out var what))
            return $"the module {specifier} ({what}) is not part of Dyno yet: docs/k6.md lists the supported modules";
        if (Gone.TryGetValue(specifier, out var instead))
            return $"k6 has removed the module {specifier}" + (Later.ContainsKey(instead) ? $" for {instead}, which is not part of Dyno yet: docs/k6.md lists the supported modules" : $": use {instead}");
        if (specifier.StartsWith("k6/x/", StringComparison.Ordinal) && !ModuleExports.ByModule.ContainsKey(specifier))
            return $"{specifier} is an extension of k6 in Go, which Dyno cannot load";
        if (specifier == "k6" || specifier.StartsWith("k6/", StringComparison.Ordinal))
        {
            if (ModuleExports.ByModule.ContainsKey(specifier)) return null;
            var near = NearestWord.Find(specifier, ModuleExports.ByModule.Keys);
            return $"there is no module {specifier}{(near is null ? "" : $"; did you mean {near}?")}";
        }
        if (specifier.StartsWith("http://", StringComparison.Ordinal)) return $"modules come over https only: {specifier}";
        if (specifier.Length == 0) return "the name of the module is empty";
        if (specifier[0] is '.' or '/' || specifier.StartsWith("file://", StringComparison.Ordinal) || specifier.StartsWith("https://", StringComparison.Ordinal))
            return null;
        return $"'{specifier}' is neither a module of k6 nor a file: write ./{specifier} for a local file; "
            + "npm packages must be bundled into one (esbuild, webpack)";
    }

    /// <summary>Dyno's own file in the place of a well-known module of jslib.k6.io, whatever its version; null when there is none.</summary>
    public static string? Replacement(string specifier)
    {
        const string Prefix = "https://jslib.k6.io/";
        if (!specifier.StartsWith(Prefix, StringComparison.Ordinal)) return null;
        var file = $"jslib/{specifier[Prefix.Length..].Split('/')[0]}.js";
        return Prelude.Libraries.Contains(file) ? file : null;
    }
}
