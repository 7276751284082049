namespace Dyno.Dashboard;

/// <summary><c>.dyno/live/ID</c>: the folder on the disk for a running process, by which the next server finds the process when this server is gone.</summary>
internal sealed class LiveFolder(string path)
{
    private const string Begun = "begun.json";

    public string Path => path;

    public string Id => System.IO.Path.GetFileName(path);

    /// <summary>The snapshots, one per line, which the process writes while it runs.</summary>
    public string Snapshots => System.IO.Path.Combine(path, "snapshots.ndjson");

    /// <summary>The result, written by the process at its end.</summary>
    public string Result => System.IO.Path.Combine(path, "result.json");

    /// <summary>Stores how the process was begun.</summary>
    public void Write(BegunProcess begun) => WholeFile.Write(System.IO.Path.Combine(path, Begun), JsonSerializer.Serialize(begun, JsonSerializerOptions.Web));

    /// <summary>Reads how the process was begun; null when the file cannot be read.</summary>
    public BegunProcess? Read() =>
        Attempt.Read(() => JsonSerializer.Deserialize<BegunProcess>(File.ReadAllText(System.IO.Path.Combine(path, Begun)), JsonSerializerOptions.Web));

    /// <summary>The id of the finished run; null when it left no result.</summary>
    public string? ResultId() => Attempt.Read(() =>
    {
        if (!File.Exists(Result)) return null;
        using var document = JsonDocument.Parse(File.ReadAllBytes(Result));
        return document.RootElement.TryGetProperty("id", out var id) ? id.GetString() : null;
    });

    public void Remove()
    {
        try
        {
            Directory.Delete(path, recursive: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or UserFault)
        {
            // The next server tries again to remove the folder.
        }
    }
}

/// <summary>The facts that are known from the start of a process.</summary>
/// <param name="Kind">A run or an experiment.</param>
/// <param name="Target">The target of the load, or the experiment's file.</param>
/// <param name="Command">The command line that starts the same run or experiment.</param>
/// <param name="ProcessStart">The start time by the operating system; it differs if another process has been given the same id.</param>
internal sealed record BegunProcess(LiveKind Kind, string Target, string Command, DateTimeOffset StartedAt, int ProcessId, DateTime ProcessStart);
