namespace Dyno.Subjects;

/// <summary>
/// The file in which a program under test writes the settings of its runtime. Dyno's start-up hook writes the file before the first
/// line of the program, and then ends the process.
/// </summary>
internal static class SettingsFile
{
    private const string Hook = "Dyno.StartupHook.dll";

    /// <summary>The variables that load the hook; none when the hook's file is not beside Dyno.</summary>
    /// <param name="file">The file that the hook has to write.</param>
    /// <param name="inherited">Hooks that the user already loads; they are kept.</param>
    public static ImmutableArray<KeyValuePair<string, string>> Variables(string file, string? inherited)
    {
        var hook = Path.Combine(AppContext.BaseDirectory, Hook);
        if (!File.Exists(hook)) return [];
        return
        [
            new("DOTNET_STARTUP_HOOKS", string.IsNullOrEmpty(inherited) ? hook : hook + Path.PathSeparator + inherited),
            new("DYNO_SETTINGS_FILE", file),
        ];
    }

    /// <summary>Reads and removes the file; null when the program is not a .NET program, or too old for hooks.</summary>
    public static EffectiveSettings? Take(string file)
    {
        try
        {
            if (!File.Exists(file)) return null;
            var settings = Parse(File.ReadAllLines(file));
            File.Delete(file);
            return settings;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads lines <c>name=value</c>; null when a required name is missing.</summary>
    internal static EffectiveSettings? Parse(IEnumerable<string> lines)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var line in lines)
            if (line.IndexOf('=', StringComparison.Ordinal) is var at and > 0) values[line[..at]] = line[(at + 1)..];
        if (!values.TryGetValue("framework", out var framework) || Number(values, "processorCount") is not { } processors) return null;
        var serverGc = Flag(values, "serverGc") == true;
        return new EffectiveSettings
        {
            Framework = framework,
            ProcessorCount = (int)processors,
            ServerGc = serverGc,
            ConcurrentGc = Flag(values, "gc.ConcurrentGC"),
            HeapCount = (int?)Number(values, "gc.HeapCount"),
            // The mode alone is not enough: without the server GC there is one heap, so there is nothing to adapt.
            Datas = Number(values, "gc.GCDynamicAdaptationMode") is { } mode ? serverGc && mode == 1 : null,
            HeapHardLimitBytes = Number(values, "gc.GCHeapHardLimit") is { } limit and > 0 ? limit : null,
            TieredCompilation = Switch(values, "TieredCompilation"),
            TieredPgo = Switch(values, "TieredPGO"),
            Gc = values.Where(v => v.Key.StartsWith("gc.", StringComparison.Ordinal) && v.Value.Length > 0)
                .ToImmutableSortedDictionary(v => v.Key[3..], v => v.Value, StringComparer.Ordinal),
        };
    }

    // The environment overrides the runtime configuration. Tiered compilation is on by default since .NET Core 3, dynamic PGO since .NET 8.
    private static bool Switch(Dictionary<string, string> values, string name) =>
        Flag(values, "DOTNET_" + name) ?? Flag(values, "System.Runtime." + name) ?? true;

    private static bool? Flag(Dictionary<string, string> values, string name) =>
        values.GetValueOrDefault(name) is not { } text ? null : bool.TryParse(text, out var flag) ? flag : text.Trim() is not ("0" or "0x0");

    private static long? Number(Dictionary<string, string> values, string name) =>
        long.TryParse(values.GetValueOrDefault(name), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;
}
