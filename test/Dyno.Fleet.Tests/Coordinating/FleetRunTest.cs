namespace Dyno.Fleet.Tests;

/// <summary>What tests of a fleet's run share.</summary>
public abstract class FleetRunTest
{
    /// <summary>One response each of so many microseconds from the first on.</summary>
    private protected static Histogram Histogram(int from, int count)
    {
        var histogram = new Histogram();
        for (var i = 0; i < count; i++) histogram.Record(1_000L * (from + i));
        return histogram;
    }

    /// <summary>Acts at the first snapshot.</summary>
    private protected sealed class AfterFirst(Action act) : IRunListener
    {
        private bool _isDone;

        public void OnSnapshot(RunSnapshot snapshot)
        {
            if (_isDone) return;
            _isDone = true;
            act();
        }
    }
}
