namespace Dyno.Dashboard;

/// <summary>One Dyno process that the pages watch: started here, or found running when this server started.</summary>
internal sealed class LiveProcess : IDisposable
{
    private const int MostLines = 400;
    private readonly Lock _lock = new();
    private readonly Process _process;
    private readonly LiveFolder _folder;
    private readonly EventHub _events;
    private readonly List<JsonElement> _snapshots = [];
    private readonly Queue<string> _log = new();
    private LiveState _state;
    private int _trials;

    public LiveProcess(Process process, LiveFolder folder, BegunProcess begun, EventHub events)
    {
        (_process, _folder, _events) = (process, folder, events);
        _state = new LiveState
        {
            Id = folder.Id,
            Kind = begun.Kind,
            Target = begun.Target,
            Command = begun.Command,
            StartedAt = begun.StartedAt,
            Stage = LiveStage.Starting,
        };
    }

    public LiveState State
    {
        get { lock (_lock) return _state; }
    }

    public LiveDetail Detail
    {
        get { lock (_lock) return new LiveDetail(_state, [.. _snapshots], [.. _log], LiveFigure.All); }
    }

    /// <summary>Collects the lines that the process writes to a stream, until the stream is closed.</summary>
    public async Task ListenAsync(StreamReader stream)
    {
        while (await stream.ReadLineAsync() is { } line) Say(line);
    }

    /// <summary>Reads the snapshots of the process until it has ended.</summary>
    public async Task FollowAsync(TimeProvider time)
    {
        using var tail = new LineTail(_folder.Snapshots);
        var exited = _process.WaitForExitAsync();
        while (!exited.IsCompleted)
        {
            TakeSnapshots(tail);
            await Task.WhenAny(exited, Task.Delay(TimeSpan.FromMilliseconds(200), time));
        }
        TakeSnapshots(tail);
    }

    /// <summary>Whether the number of trials differs from the number last seen.</summary>
    public bool IsNews(int trials) => Interlocked.Exchange(ref _trials, trials) != trials;

    /// <summary>Asks the process to end in order; a second request cuts the work in flight.</summary>
    public void Interrupt()
    {
        if (OperatingSystem.IsWindows()) _process.Kill(entireProcessTree: true); // Windows has no signal for an orderly end
        else Signals.Interrupt(_process.Id);
        Change(state => state with { Stage = state.Stage == LiveStage.Ended ? LiveStage.Ended : LiveStage.Stopping });
    }

    /// <summary>Records that the process has ended.</summary>
    /// <param name="exitCode">Its exit code; null when it is unknown.</param>
    /// <param name="resultId">The id of the stored result; null without one.</param>
    public void End(int? exitCode, string? resultId) =>
        Change(state => state with { Stage = LiveStage.Ended, ExitCode = exitCode, ResultId = resultId, Ending = Endings.Of(exitCode, resultId) });

    public void Dispose() => _process.Dispose();

    private void TakeSnapshots(LineTail tail)
    {
        foreach (var line in tail.Read())
        {
            lock (_lock) _snapshots.Add(JsonElement.Parse(line));
            if (State.Stage == LiveStage.Starting && State.Kind == LiveKind.Run) Change(state => state with { Stage = LiveStage.Running });
            _events.SendText(EventHub.Snapshot, $$"""{"id":"{{_folder.Id}}","snapshot":{{line}}}""");
        }
    }

    private void Say(string line)
    {
        lock (_lock)
        {
            _log.Enqueue(line);
            while (_log.Count > MostLines) _log.Dequeue();
        }
        _events.Send(EventHub.Log, new { id = _folder.Id, line });
        if (line.StartsWith("dyno: stopping", StringComparison.Ordinal)) Change(state => state with { Stage = LiveStage.Stopping });
    }

    private void Change(Func<LiveState, LiveState> change)
    {
        LiveState changed;
        lock (_lock) changed = _state = change(_state);
        _events.SendText(EventHub.Live, JsonSerializer.Serialize(changed, ApiJson.Options));
    }
}
