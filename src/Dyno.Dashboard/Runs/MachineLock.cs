using System.Diagnostics;
using System.Text.Json;
using Dyno.Dashboard.Serving;

namespace Dyno.Dashboard.Runs;

/// <summary>
/// One run at a time on a machine, whichever page, folder or server started it: two would measure each other. The file names the
/// process that runs, so that a lock whose holder is gone holds nobody up.
/// </summary>
internal static class MachineLock
{
    private static string DefaultFile => Path.Combine(Path.GetTempPath(), $"dyno-ui-{Environment.UserName}.lock");

    /// <summary>Says who runs from now on.</summary>
    public static void Take(Process process, string target, string folder)
    {
        var holder = new Holder(process.Id, process.StartTime.ToUniversalTime(), target, folder);
        File.WriteAllText(DefaultFile, JsonSerializer.Serialize(holder));
    }

    /// <summary>Refuses when somebody runs.</summary>
    public static void ThrowIfTaken(string folder)
    {
        if (Read() is not { } holder || Find(holder.ProcessId, holder.Start) is not { } found) return;
        found.Dispose();
        var where = holder.Folder == folder ? "" : $" (started from {holder.Folder})";
        throw RefusedException.Conflict($"{holder.Target} is running on this machine{where}: two at once would measure each other", "wait until it has ended, or stop it");
    }

    /// <summary>A process that is still the one that was meant; null when it is gone.</summary>
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

    private static Holder? Read()
    {
        try
        {
            return File.Exists(DefaultFile) ? JsonSerializer.Deserialize<Holder>(File.ReadAllText(DefaultFile)) : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private sealed record Holder(int ProcessId, DateTime Start, string Target, string Folder);
}
