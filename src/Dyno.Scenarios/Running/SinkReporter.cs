namespace Dyno.Scenarios;

/// <summary>Hands the figures of a run to its sinks. A slow or broken sink does not delay the load: figures are left out instead.</summary>
internal sealed class SinkReporter(ImmutableArray<IReportingSink> sinks, TimeSpan interval, ImmutableArray<string> scenarios, Action<string>? log) : IDisposable
{
    private readonly HashSet<IReportingSink> _broken = [];
    private double _toldSeconds;
    private Task _telling = Task.CompletedTask;

    /// <summary>Whether there are sinks.</summary>
    public bool HasSinks => sinks.Length > 0;

    /// <summary>Calls the sinks before anything is sent.</summary>
    /// <exception cref="UserFault">A sink cannot begin.</exception>
    public async Task BeginAsync(TestInfo testInfo)
    {
        foreach (var sink in sinks)
        {
            try
            {
                await sink.Init(testInfo);
            }
            catch (Exception e)
            {
                throw new UserFault($"the reporting sink {sink.SinkName} cannot start: {e.Message}", "correct the sink, or remove it from WithReportingSinks", e);
            }
        }
    }

    /// <summary>Takes the measurement so far. The sinks get it when the interval is over and their last call has ended. Called by one thread.</summary>
    public void Offer(PhaseResult soFar)
    {
        if (!HasSinks || soFar.DurationSeconds - _toldSeconds < interval.TotalSeconds || !_telling.IsCompleted) return;
        _toldSeconds = soFar.DurationSeconds;
        var stats = scenarios.Select(name => ScenarioStats.Of(name, soFar)).Where(s => s.AllRequestCount > 0).ToArray();
        if (stats.Length > 0) _telling = Task.Run(() => TellAllAsync(sink => sink.SaveRealtimeStats(stats)));
    }

    /// <summary>Hands the final figures to the sinks.</summary>
    public async Task EndAsync(NodeStats stats)
    {
        await _telling;
        await TellAllAsync(sink => sink.SaveFinalStats(stats));
    }

    public void Dispose()
    {
        foreach (var sink in sinks) sink.Dispose();
    }

    private async Task TellAllAsync(Func<IReportingSink, Task> tell)
    {
        foreach (var sink in sinks)
        {
            try
            {
                await tell(sink);
            }
            catch (Exception e)
            {
                if (_broken.Add(sink)) log?.Invoke($"the reporting sink {sink.SinkName} failed: {e.Message}");
            }
        }
    }
}
