namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Processes that have a word in their environment which only those of one test have; Linux.</summary>
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
                var environment = File.ReadAllText(Path.Combine(process, "environ"));
                if (marks.Any(mark => environment.Contains(mark, StringComparison.Ordinal)))
                    found.Add((int.Parse(Path.GetFileName(process)), File.ReadAllText(Path.Combine(process, "cmdline")).Replace('\0', ' ')));
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
