using System.Globalization;

namespace Dyno.Observation.Checkup;

/// <summary>The limit of open files, and so of connections, of a process. .NET itself raises the soft limit to the hard limit.</summary>
internal sealed class OpenFilesCheck() : MachineCheck("open-files", "every connection is an open file, on both sides")
{
    private const long Few = 10_000;
    private const long TooFew = 256;

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        const string name = "Max open files";
        var line = (view.Files.Read("proc/self/limits") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
        if (line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [_, var hard, ..]) return null;
        if (!long.TryParse(hard, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)) return Ok(hard);
        var seen = $"at most {Words.Number(limit)} open files";
        const string fix = "ulimit -Hn 100000 in a shell of root, or LimitNOFILE= of the service, or docker run --ulimit nofile=100000";
        return limit < TooFew ? Void(seen, fix) : limit < Few ? Warn(seen, fix) : Ok(seen);
    }
}
