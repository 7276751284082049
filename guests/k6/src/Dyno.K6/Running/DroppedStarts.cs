namespace Dyno.K6;

/// <summary>Makes samples of the dropped starts, with the tags of their scenarios: from time to time, and at the end.</summary>
internal sealed class DroppedStarts(ScriptRun run, SampleTarget samples)
{
    /// <summary>Takes the starts that were dropped since the last call. A scenario that has not begun has dropped none.</summary>
    public void Sample()
    {
        lock (samples.Gate)
        {
            var now = run.Clock.NowNanos;
            foreach (var scenario in run.Scenarios.Values)
                if (scenario.StartNanos <= now && scenario.TakeDropped() is > 0 and var dropped)
                    samples.Lane.Add(run.Metrics.DroppedIterations, dropped, now, scenario.Tags.Remove("group"));
        }
    }
}
