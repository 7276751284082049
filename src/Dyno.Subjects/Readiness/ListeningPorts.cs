namespace Dyno.Subjects;

/// <summary>The TCP ports that a process listens on, from /proc. Linux only; elsewhere nothing is known.</summary>
internal static class ListeningPorts
{
    private const string Listening = "0A";

    /// <summary>The ports of a process group, ascending; null where they cannot be read.</summary>
    public static ImmutableArray<int>? Of(int processId)
    {
        if (!OperatingSystem.IsLinux()) return null;
        try
        {
            HashSet<string> sockets = [.. ProcessGroup.Members(processId).SelectMany(SocketsOf)];
            string[] tables = [$"/proc/{processId}/net/tcp", $"/proc/{processId}/net/tcp6"];
            return [.. tables.Where(File.Exists)
                .SelectMany(table => Parse(File.ReadAllLines(table)))
                .Where(entry => sockets.Contains(entry.Inode))
                .Select(entry => entry.Port)
                .Distinct()
                .Order()];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a process outside of this group listens on a port, as far as this can be known.</summary>
    public static bool IsHeldByAnother(int port, int processId) => Of(processId) is { } ports && !ports.Contains(port);

    /// <summary>The listening sockets of a table in the format of /proc/net/tcp (man 5 proc).</summary>
    internal static IEnumerable<(int Port, string Inode)> Parse(IEnumerable<string> lines)
    {
        foreach (var line in lines.Skip(1))
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length < 10 || fields[3] != Listening) continue;
            var port = fields[1].AsSpan(fields[1].LastIndexOf(':') + 1);
            yield return (int.Parse(port, NumberStyles.HexNumber, CultureInfo.InvariantCulture), fields[9]);
        }
    }

    private static IEnumerable<string> SocketsOf(int processId) => Directory.EnumerateFiles($"/proc/{processId}/fd")
        .Select(descriptor => new FileInfo(descriptor).LinkTarget)
        .Where(target => target is not null && target.StartsWith("socket:[", StringComparison.Ordinal))
        .Select(target => target!["socket:[".Length..^1]);
}
