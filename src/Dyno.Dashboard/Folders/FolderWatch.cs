namespace Dyno.Dashboard;

/// <summary>Tells the pages when files of the folder change on the disk, at most a few times a second.</summary>
internal sealed class FolderWatch : IDisposable
{
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(150);
    private readonly FileSystemWatcher _watcher;
    private readonly EventHub _events;
    private readonly ITimer _timer;
    private readonly Lock _lock = new();
    private readonly HashSet<string> _changed = new(StringComparer.Ordinal);

    public FolderWatch(OpenFolder folder, EventHub events, TimeProvider time)
    {
        _events = events;
        _timer = time.CreateTimer(_ => Tell(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _watcher = new FileSystemWatcher(folder.Root)
        {
            IncludeSubdirectories = true,
            NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName | NotifyFilters.LastWrite
        };
        _watcher.Changed += (_, change) => Note(folder.RelativeOf(change.FullPath));
        _watcher.Created += (_, change) => Note(folder.RelativeOf(change.FullPath));
        _watcher.Deleted += (_, change) => Note(folder.RelativeOf(change.FullPath));
        _watcher.Renamed += (_, change) => { Note(folder.RelativeOf(change.OldFullPath)); Note(folder.RelativeOf(change.FullPath)); };
        _watcher.Error += (_, _) => Note("");
        _watcher.EnableRaisingEvents = true;
    }

    public void Dispose()
    {
        _watcher.Dispose();
        _timer.Dispose();
    }

    private void Note(string path)
    {
        if (IsOfNoInterest(path)) return;
        lock (_lock)
        {
            _changed.Add(path);
            _timer.Change(Quiet, Timeout.InfiniteTimeSpan);
        }
    }

    // Files that builds and runs write all the time. A new run is noticed by its file in .dyno/runs.
    private static bool IsOfNoInterest(string path) => path.Split('/').Any(part => part is "bin" or "obj" or "node_modules" or ".git" or "artifacts")
        || (path.StartsWith(".dyno/", StringComparison.Ordinal) && !path.StartsWith(".dyno/runs/", StringComparison.Ordinal)) || path.EndsWith(".tmp", StringComparison.Ordinal);

    private void Tell()
    {
        string[] paths;
        lock (_lock)
        {
            paths = [.. _changed];
            _changed.Clear();
        }
        if (paths.Any(path => path.StartsWith(".dyno/", StringComparison.Ordinal))) _events.Send(EventHub.History, new { });
        var files = paths.Where(path => !path.StartsWith(".dyno", StringComparison.Ordinal)).ToList();
        if (files.Count > 0) _events.Send(EventHub.Files, new { paths = files });
    }
}
