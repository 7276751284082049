namespace Dyno.K6;

/// <summary>
/// Loads the script engine, or says why it cannot be loaded. The engine reserves many gigabytes of addresses, uses few of them, and ends
/// the process without a message when it gets none.
/// </summary>
internal static class EngineLoader
{
    private const long Wanted = 15_000L * 1024 * 1024; // bytes; with less the engine aborted on 64-bit Linux

    /// <summary>Loads the engine.</summary>
    /// <exception cref="UserFault">There is no engine, or no room for it.</exception>
    public static void Load()
    {
        if (WhyNot(Limits()) is { } why) throw new UserFault(why, "run it without the limit: ulimit -v unlimited") { ExitsWith = ExitCode.Failed };
        try
        {
            ScriptEngine.Load();
        }
        catch (ScriptEngineMissingException missing)
        {
            throw new UserFault(missing.Message, missing.Hint, missing) { ExitsWith = ExitCode.Failed };
        }
    }

    /// <summary>Why the engine would find no room; null when there is room, or when that is unknown.</summary>
    /// <param name="limits">The content of <c>/proc/self/limits</c>; null where there is no such file.</param>
    internal static string? WhyNot(string? limits)
    {
        const string Name = "Max address space";
        var line = (limits ?? "").Split('\n').FirstOrDefault(l => l.StartsWith(Name, StringComparison.Ordinal));
        var soft = line?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) && bytes < Wanted
            ? $"the address space of this process is limited to {Mebibytes(bytes)} MiB, and the JavaScript engine reserves up to {Mebibytes(Wanted)} MiB" : null;
    }

    private static string Mebibytes(long bytes) => (bytes >> 20).ToString("#,0", CultureInfo.InvariantCulture);

    private static string? Limits()
    {
        const string File = "/proc/self/limits";
        return System.IO.File.Exists(File) ? System.IO.File.ReadAllText(File) : null;
    }
}
