using System.Collections.Concurrent;

namespace Dyno.Dashboard;

/// <summary>
/// Starts runs and experiments, follows them, and finds those that another server left running. Each is a separate Dyno process: it
/// continues when its page or this server is gone, and ends in order when the terminal is closed.
/// </summary>
internal sealed class LiveRuns(OpenFolder folder, DynoProgram program, EventHub events, TimeProvider time)
{
    private static readonly TimeSpan BetweenTrials = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan WhileSignalsArrive = TimeSpan.FromSeconds(1);
    private readonly ConcurrentDictionary<string, LiveProcess> _processes = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Task> _following = new(StringComparer.Ordinal);
    private readonly Lock _starting = new();

    /// <summary>All runs and experiments that are running or have ended since this server started, newest first.</summary>
    public ImmutableArray<LiveState> States => [.. _processes.Values.Select(process => process.State).OrderByDescending(state => state.StartedAt)];

    /// <summary>The process with an id.</summary>
    /// <exception cref="RefusedException">No process has the id.</exception>
    public LiveProcess Find(string id) => _processes.TryGetValue(id, out var process)
        ? process
        : throw RefusedException.NotFound($"no active run or experiment has the ID {id}", "look in the history: the run may have ended");

    /// <summary>Starts a run or an experiment.</summary>
    /// <param name="kind">A run or an experiment.</param>
    /// <param name="target">The target of the load, for the pages.</param>
    /// <param name="words">The command line after the program's name.</param>
    /// <exception cref="RefusedException">The command line is wrong, or another run is in progress on this machine.</exception>
    public LiveState Start(LiveKind kind, string target, ImmutableArray<string> words)
    {
        if (program.ProblemsOf(words) is { Length: > 0 } problems) throw RefusedException.Wrong(string.Join('\n', problems), "change it in the form");
        lock (_starting)
        {
            MachineLock.ThrowIfTaken(folder.Root);
            var live = new LiveFolder(Path.Combine(folder.State, "live", RunId.New(time)));
            Directory.CreateDirectory(live.Path);
            var process = Process.Start(StartOf(live, kind, words)) ?? throw new InvalidOperationException("the process did not start");
            process.StandardInput.Close(); // the process reads no input
            MachineLock.Take(process, target, folder.Root);
            var begun = new BegunProcess(kind, target, CommandText.Of(words), time.GetUtcNow(), process.Id, process.StartTime.ToUniversalTime());
            live.Write(begun);
            return Follow(process, live, begun, isOwn: true).State;
        }
    }

    /// <summary>Finds the processes that another server left running, and removes the folders of those that have ended since.</summary>
    public void FindAgain()
    {
        var root = Path.Combine(folder.State, "live");
        if (!Directory.Exists(root)) return;
        foreach (var live in Directory.EnumerateDirectories(root).Select(path => new LiveFolder(path)))
        {
            if (live.Read() is not { } begun) live.Remove();
            else if (MachineLock.Find(begun.ProcessId, begun.ProcessStart) is { } process) Follow(process, live, begun, isOwn: false);
            else live.Remove(); // its result, if any, is in the history
        }
    }

    /// <summary>Asks all processes to end in order, and waits for them.</summary>
    public async Task EndAsync()
    {
        // A closed terminal or Ctrl-C signals the processes directly, and a second signal would make them cut their work.
        if (Running.Any()) await Task.Delay(WhileSignalsArrive, time);
        foreach (var process in Running.Where(process => process.State.Stage != LiveStage.Stopping)) process.Interrupt();
        await Task.WhenAll(_following.Values);
    }

    private IEnumerable<LiveProcess> Running => _processes.Values.Where(process => process.State.Stage != LiveStage.Ended);

    private LiveProcess Follow(Process process, LiveFolder live, BegunProcess begun, bool isOwn)
    {
        var followed = new LiveProcess(process, live, begun, events);
        _processes[live.Id] = followed;
        _following[live.Id] = FollowAsync(process, followed, live, isOwn);
        events.SendText(EventHub.Live, System.Text.Json.JsonSerializer.Serialize(followed.State, ApiJson.Options));
        return followed;
    }

    private async Task FollowAsync(Process process, LiveProcess followed, LiveFolder live, bool isOwn)
    {
        var says = isOwn ? Task.WhenAll(followed.ListenAsync(process.StandardError), followed.ListenAsync(process.StandardOutput)) : Task.CompletedTask;
        using (var trials = followed.State.Kind == LiveKind.Experiment
            ? time.CreateTimer(_ => TellOfTrials(followed), null, BetweenTrials, BetweenTrials) : null)
            await followed.FollowAsync(time);
        await says;
        followed.End(isOwn ? process.ExitCode : null, followed.State.Kind == LiveKind.Run ? live.ResultId() : ExperimentOf(followed));
        live.Remove();
        _following.TryRemove(live.Id, out _);
        events.Send(EventHub.History, new { });
    }

    private string? ExperimentOf(LiveProcess followed) => UnfinishedExperiment.FolderOf(folder, followed.State.StartedAt) is { } path
        && File.Exists(Path.Combine(path, "comparison.json"))
        ? Path.GetFileName(path)
        : null;

    private void TellOfTrials(LiveProcess followed)
    {
        if (UnfinishedExperiment.FolderOf(folder, followed.State.StartedAt) is not { } path) return;
        var made = UnfinishedExperiment.TrialsOf(path).Length;
        if (followed.IsNews(made)) events.Send(EventHub.Experiment, new { id = followed.State.Id, trials = made });
    }

    private ProcessStartInfo StartOf(LiveFolder live, LiveKind kind, ImmutableArray<string> words)
    {
        var start = new ProcessStartInfo(program.Words[0])
        {
            WorkingDirectory = folder.Root,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var word in program.Words[1..].Concat(words)) start.ArgumentList.Add(word);
        if (kind == LiveKind.Run)
            foreach (var word in new[] { "--out", $"json={live.Snapshots}", "--result", live.Result }) start.ArgumentList.Add(word);
        return start;
    }
}
