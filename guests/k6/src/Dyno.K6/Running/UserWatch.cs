namespace Dyno.K6;

/// <summary>
/// Once a second, makes samples of the number of virtual users and of the dropped starts, for as long as the run lasts, setup and
/// teardown included. As in k6, a run of less than a second has no samples of users.
/// </summary>
internal sealed class UserWatch : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly ScriptRun _run;
    private readonly SampleTarget _samples;
    private readonly DroppedStarts _dropped;
    private readonly ImmutableSortedDictionary<string, string> _tags;
    private readonly ITimer _timer;
    private bool _isOver;

    /// <summary>Begins.</summary>
    /// <param name="dropped">Makes samples at the same times.</param>
    public UserWatch(ScriptRun run, SampleTarget samples, DroppedStarts dropped, ImmutableSortedDictionary<string, string> tags)
    {
        (_run, _samples, _dropped, _tags) = (run, samples, dropped, tags);
        _timer = run.Clock.Provider.CreateTimer(static watch => ((UserWatch)watch!).Sample(), this, Interval, Interval);
    }

    /// <summary>Ends the sampling.</summary>
    public void Dispose()
    {
        lock (_samples.Gate) _isOver = true;
        _timer.Dispose();
    }

    private void Sample()
    {
        lock (_samples.Gate)
        {
            if (_isOver) return;
            var now = _run.Clock.NowNanos;
            _samples.Lane.Add(_run.Metrics.Vus, _run.Progress.Active, now, _tags);
            _samples.Lane.Add(_run.Metrics.VusMax, _run.Progress.Initialized, now, _tags);
            _dropped.Sample();
        }
    }
}
