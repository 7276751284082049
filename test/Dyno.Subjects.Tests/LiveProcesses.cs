namespace Dyno.Subjects.Tests;

/// <summary>What is left of a subject.</summary>
internal static class LiveProcesses
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>Whether nothing is left of a process group, now or soon: the kernel ends processes in its own time.</summary>
    public static Task<bool> AreGoneAsync(int group) => EndsAsync(() => InGroup(group).Count == 0);

    /// <summary>Whether no process is left, now or soon, with a text in its command line or its environment.</summary>
    public static Task<bool> AreGoneAsync(string text) => EndsAsync(() => !With(text).Any());

    /// <summary>The processes with a text in their command line or their environment.</summary>
    public static IEnumerable<string> With(string text) => Directory.EnumerateDirectories("/proc")
        .Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0]))
        .Where(folder => Read(Path.Combine(folder, "environ")).Contains(text, StringComparison.Ordinal)
            || Read(Path.Combine(folder, "cmdline")).Contains(text, StringComparison.Ordinal));

    /// <summary>The processes of a group that run; dead ones nobody has asked about yet do not count.</summary>
    public static List<int> InGroup(int group) => [.. ProcessGroup.Members(group).Where(Runs)];

    private static async Task<bool> EndsAsync(Func<bool> isGone)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (!isGone())
        {
            if (TimeProvider.System.GetElapsedTime(started) > Patience) return false;
            await Task.Delay(20);
        }

        return true;
    }

    private static bool Runs(int processId)
    {
        var stat = Read(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/stat"));
        return stat.Length > 0 && stat[stat.LastIndexOf(')') + 2] is not ('Z' or 'X');
    }

    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
