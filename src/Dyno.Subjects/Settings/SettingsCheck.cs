namespace Dyno.Subjects;

/// <summary>Compares the settings that a variant asked its runtime for with the settings that the runtime reports.</summary>
public static class SettingsCheck
{
    private const string OneCpu = "on one CPU .NET uses the workstation GC, without DATAS, whatever is configured: "
        + "give the server two CPUs (cpus: 0-1), or set DOTNET_PROCESSOR_COUNT: \"2\"";

    /// <summary>Every setting that was asked for and did not take effect, with the reason where it is known.</summary>
    public static ImmutableArray<string> Differences(SubjectOptions options, EffectiveSettings effective) => [.. All(options, effective).OfType<string>()];

    private static IEnumerable<string?> All(SubjectOptions options, EffectiveSettings effective)
    {
        var why = effective.ProcessorCount == 1 ? OneCpu : null;
        // With a version of .NET the framework is the build's alone.
        if (options.RuntimeVersion is not { IsInstalled: false }) yield return Framework(options.Framework, effective.Framework);
        yield return Runtime(options.RuntimeVersion, effective.Framework);
        yield return Flag("the server GC", Asked(options, "gcServer", "ServerGarbageCollection"), effective.ServerGc, why);
        yield return Flag("the concurrent GC", Asked(options, "gcConcurrent", "ConcurrentGarbageCollection"), effective.ConcurrentGc, null);
        yield return Flag("DATAS", Asked(options, "GCDynamicAdaptationMode", "GarbageCollectionAdaptationMode"), effective.Datas,
            effective.ServerGc ? null : NoServerGc(options, why, "DATAS needs"));
        yield return Flag("tiered compilation", Asked(options, "TieredCompilation", "TieredCompilation"), effective.TieredCompilation, null);
        yield return Flag("dynamic PGO", Asked(options, "TieredPGO", "TieredPGO"), effective.TieredPgo, null);
        yield return Number("heaps", Hex(options, "GCHeapCount"), effective.ServerGc ? effective.HeapCount : null,
            effective.ServerGc ? "there are no more heaps than CPUs" : NoServerGc(options, why, "the number of heaps needs"));
        yield return Number("CPUs", Decimal(options, "PROCESSOR_COUNT"), effective.ProcessorCount, null);
        yield return Number("bytes of heap at most", options.MemoryLimitBytes ?? Hex(options, "GCHeapHardLimit"), effective.HeapHardLimitBytes, null);
    }

    // A user who has switched the server GC off does not need the hint about the number of CPUs.
    private static string NoServerGc(SubjectOptions options, string? onOneCpu, string needs) =>
        Asked(options, "gcServer", "ServerGarbageCollection") == false ? $"{needs} the server GC, which is switched off (DOTNET_gcServer: \"0\"): set it to \"1\""
            : onOneCpu ?? $"{needs} the server GC: set DOTNET_gcServer: \"1\"";

    private static string? Framework(string? asked, string effective)
    {
        if (asked is null || !asked.StartsWith("net", StringComparison.Ordinal)) return null;
        var version = asked[3..];
        return effective.StartsWith($".NET {version}.", StringComparison.Ordinal) ? null : $"{asked} was requested, but the program runs on {effective}";
    }

    private static string? Runtime(RuntimeVersion? asked, string effective) =>
        asked is null || asked.IsInstalled || (asked.IsExact ? effective == $".NET {asked.Text}" : asked.IsFamilyOf(effective.Replace(".NET ", "", StringComparison.Ordinal)))
            ? null : $"the runtime {asked.Text} was requested, but the program runs on {effective}";

    private static string? Flag(string what, bool? asked, bool? effective, string? why) =>
        asked is null || effective is null || asked == effective
            ? null
            : $"{what} was switched {(asked == true ? "on" : "off")} but is {(effective == true ? "on" : "off")}{Because(why)}";

    private static string? Number(string what, long? asked, long? effective, string? why) =>
        asked is null || asked == effective ? null : $"{asked} {what} were requested, but there are {(effective is { } n ? $"{n}" : "none")}{Because(why)}";

    private static string Because(string? why) => why is null ? "" : $": {why}";

    private static bool? Asked(SubjectOptions options, string variable, string property) =>
        Variable(options, variable) is { } value ? value is not ("0" or "0x0")
            : options.Properties.TryGetValue(property, out var set) ? set is "1" || set.Equals("true", StringComparison.OrdinalIgnoreCase) : null;

    // The runtime reads its variables as hexadecimal numbers, with or without 0x.
    private static long? Hex(SubjectOptions options, string variable) =>
        Variable(options, variable) is { } text
        && long.TryParse(text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text, NumberStyles.HexNumber,
            CultureInfo.InvariantCulture, out var number) ? number : null;

    private static long? Decimal(SubjectOptions options, string variable) =>
        long.TryParse(Variable(options, variable), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string? Variable(SubjectOptions options, string name) =>
        options.Environment.GetValueOrDefault("DOTNET_" + name) ?? options.Environment.GetValueOrDefault("COMPlus_" + name);
}
