namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// Processes that have a word in their environment, command line or working directory which only those of one test have; Linux. PostgreSQL
/// writes its title over its environment.
/// </summary>
internal static class MarkedProcesses
{
    /// <summary>Those that there are now.</summary>
    public static List<(int Id, string CommandLine)> Find(params string[] marks)
    {
        var found = new List<(int, string)>();
        foreach (var process in Directory.EnumerateDirectories("/proc").Where(p => char.IsAsciiDigit(Path.GetFileName(p)[0])))
        {
            try
            {
                var command = File.ReadAllText(Path.Combine(process, "cmdline")).Replace('\0', ' ');
                var place = File.ResolveLinkTarget(Path.Combine(process, "cwd"), returnFinalTarget: false)?.FullName;
                var words = $"{File.ReadAllText(Path.Combine(process, "environ"))}\n{command}\n{place}";
                if (marks.Any(mark => words.Contains(mark, StringComparison.Ordinal))) found.Add((int.Parse(Path.GetFileName(process)), command));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It ended between two looks, or is not ours.
            }
        }
        return found;
    }

    /// <summary>What is left of them, now or soon: the kernel ends processes in its own time.</summary>
    public static async Task<IEnumerable<string>> LeftAsync(params string[] marks)
    {
        var left = Find(marks);
        for (var look = 0; look < 400 && left.Count > 0; look++)
        {
            await Task.Delay(50, TestContext.Current.CancellationToken);
            left = Find(marks);
        }
        return left.Select(process => process.CommandLine);
    }
}
