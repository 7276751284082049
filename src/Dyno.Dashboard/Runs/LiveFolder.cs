using System.Text.Json;
using Dyno.Results.Files;
using Dyno.Results.Problems;

namespace Dyno.Dashboard.Runs;

/// <summary>
/// <c>.dyno/live/ID</c>: the folder that a running process keeps on the disk, so that the next server finds the process when this
/// server is gone.
/// </summary>
internal sealed class LiveFolder(string path)
{
    private const string Begun = "begun.json";

    public string Path => path;

    public string Id => System.IO.Path.GetFileName(path);

    /// <summary>A snapshot a line, written by the process as it goes on.</summary>
    public string Snapshots => System.IO.Path.Combine(path, "snapshots.ndjson");

    /// <summary>The result, written by the process at its end.</summary>
    public string Result => System.IO.Path.Combine(path, "result.json");

    /// <summary>How it was begun.</summary>
    public void Write(BegunProcess begun) => WholeFile.Write(System.IO.Path.Combine(path, Begun), JsonSerializer.Serialize(begun, JsonSerializerOptions.Web));

    /// <summary>How it was begun; null when that cannot be read.</summary>
    public BegunProcess? Read()
    {
        try
        {
            return JsonSerializer.Deserialize<BegunProcess>(File.ReadAllText(System.IO.Path.Combine(path, Begun)), JsonSerializerOptions.Web);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>The id of the run that ended; null when it left no result.</summary>
    public string? ResultId()
    {
        try
        {
            if (!File.Exists(Result)) return null;
            using var document = JsonDocument.Parse(File.ReadAllBytes(Result));
            return document.RootElement.TryGetProperty("id", out var id) ? id.GetString() : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    public void Remove()
    {
        try
        {
            Directory.Delete(path, recursive: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or UserFault)
        {
            // The next server looks at the folder again.
        }
    }
}

/// <summary>What is known about a process from its start.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Target">What is loaded.</param>
/// <param name="Command">What one would type.</param>
/// <param name="StartedAt">When.</param>
/// <param name="ProcessId">Its id.</param>
/// <param name="ProcessStart">When the system says it started: another process may have got its id since.</param>
internal sealed record BegunProcess(LiveKind Kind, string Target, string Command, DateTimeOffset StartedAt, int ProcessId, DateTime ProcessStart);
