namespace Dyno.Dashboard;

/// <summary>
/// Allows one run at a time on a machine, whichever page, folder or server started it, because two runs would disturb each other's
/// measurements. The file names the running process, so that the lock of an ended process blocks no run.
/// </summary>
internal static class MachineLock
{
    private static string DefaultFile => Path.Combine(Path.GetTempPath(), $"dyno-ui-{Environment.UserName}.lock");

    /// <summary>Records the process that runs from now on.</summary>
    public static void Take(Process process, string target, string folder)
    {
        var holder = new Holder(process.Id, process.StartTime.ToUniversalTime(), target, folder);
        File.WriteAllText(DefaultFile, JsonSerializer.Serialize(holder));
    }

    /// <summary>Throws when a run is in progress on this machine.</summary>
    public static void ThrowIfTaken(string folder)
    {
        if (Read() is not { } holder || Find(holder.ProcessId, holder.Start) is not { } found) return;
        found.Dispose();
        var where = holder.Folder == folder ? "" : $" (started from {holder.Folder})";
        throw RefusedException.Conflict($"{holder.Target} is running on this machine{where}: two measurements at once would disturb each other", "wait until it has ended, or stop it");
    }

    /// <summary>The process with this id and start time; null when it is gone.</summary>
    public static Process? Find(int id, DateTime start)
    {
        try
        {
            var process = Process.GetProcessById(id);
            if (!process.HasExited && (process.StartTime.ToUniversalTime() - start).Duration() < TimeSpan.FromSeconds(1)) return process;
            process.Dispose();
            return null;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    private static Holder? Read() => Attempt.Read(() => File.Exists(DefaultFile) ? JsonSerializer.Deserialize<Holder>(File.ReadAllText(DefaultFile)) : null);

    private sealed record Holder(int ProcessId, DateTime Start, string Target, string Folder);
}
