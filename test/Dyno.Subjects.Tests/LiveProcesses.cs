using System.Globalization;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects.Tests;

/// <summary>What is left of a subject.</summary>
internal static class LiveProcesses
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>Whether nothing is left of a process group, now or soon: the kernel ends processes in its own time.</summary>
    public static async Task<bool> AreGoneAsync(int group)
    {
        var limit = TimeProvider.System.GetTimestamp();
        while (InGroup(group).Count > 0)
        {
            if (TimeProvider.System.GetElapsedTime(limit) > Patience) return false;
            await Task.Delay(20);
        }

        return true;
    }

    /// <summary>The processes of a group that run; dead ones nobody has asked about yet do not count.</summary>
    public static List<int> InGroup(int group) => [.. ProcessGroup.Members(group).Where(Runs)];

    private static bool Runs(int processId)
    {
        try
        {
            var stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/stat"));
            return stat[stat.LastIndexOf(')') + 2] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }
}
