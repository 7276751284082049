using Dyno.K6.Recording;
using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Running;

/// <summary>Makes samples of the starts that were not made, with the tags of their scenarios: now and then, and at the end.</summary>
internal sealed class DroppedStarts(ScriptRun run, SampleTarget samples)
{
    /// <summary>Takes those since the last time. A scenario that had not begun planned none yet.</summary>
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
