namespace Dyno.Reporting;

/// <summary>The work that a service did for a variant, in words.</summary>
internal static class ServiceWords
{
    /// <summary>The figures of a service, as far as they are known.</summary>
    public static string Of(ServiceUse use)
    {
        var words = new List<string>();
        if (Commands(use) is { } commands) words.Add($"{commands} {ServiceKind.WorkUnitOf(use.Kind)} per request");
        if (use.CpuCores is { } cores) words.Add(string.Create(CultureInfo.InvariantCulture, $"{cores:0.00} CPUs, {FigureText.Time((use.CpuMicrosPerRequest ?? 0) * 1000)} per request"));
        if (use.WorkingSetBytes is { } bytes) words.Add(FigureText.Memory(bytes));
        return words.Count == 0 ? "not seen" : string.Join("; ", words);
    }

    /// <summary>Commands or transactions per request; null where the service does not count them.</summary>
    public static string? Commands(ServiceUse use) => use.CommandsPerRequest?.ToString("0.###", CultureInfo.InvariantCulture);
}
