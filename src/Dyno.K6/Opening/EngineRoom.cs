using System.Globalization;
using Dyno.JavaScript;
using Dyno.Results.Problems;

namespace Dyno.K6.Opening;

/// <summary>
/// Loads the engine, or says why it cannot be had. It reserves many gigabytes of addresses, of which it uses few, and ends the process
/// without a word where it gets none.
/// </summary>
internal static class EngineRoom
{
    private const long Wanted = 15_000L * 1024 * 1024; // less than that made the engine abort, on 64-bit Linux

    /// <summary>Loads it.</summary>
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

    /// <summary>Why the engine would find no room; null when it does, or when that is unknown.</summary>
    /// <param name="limits">What <c>/proc/self/limits</c> says; null where there is none.</param>
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
