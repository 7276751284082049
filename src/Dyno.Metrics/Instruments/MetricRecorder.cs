namespace Dyno.Metrics;

/// <summary>
/// The values of one worker. One thread writes, without locks; other threads read through <see cref="MetricReader"/> and may be a few
/// values behind.
/// </summary>
public sealed class MetricRecorder
{
    private static readonly IReadOnlyDictionary<string, string> NoTags = ImmutableSortedDictionary<string, string>.Empty;
    private Instrument?[] _slots = new Instrument?[32];

    internal MetricRecorder()
    {
    }

    /// <summary>Adds a value to a metric and to those of its parts whose tags the sample carries.</summary>
    /// <param name="metric">A metric of the registry that made this recorder.</param>
    /// <param name="value">The value. Times are in milliseconds; for a rate, any value but 0 is a pass.</param>
    /// <param name="tags">The sample's tags; null for none.</param>
    /// <returns>False when the value is not a finite number: it is then not recorded.</returns>
    public bool Add(Metric metric, double value, IReadOnlyDictionary<string, string>? tags = null)
    {
        if (!double.IsFinite(value)) return false;
        InstrumentAt(metric.Slot, metric.Definition.Type).Add(value);
        foreach (var part in metric.Parts)
            if (part.Selector.Matches(tags ?? NoTags)) InstrumentAt(part.Slot, metric.Definition.Type).Add(value);
        return true;
    }

    internal Instrument? Find(int slot)
    {
        var slots = Volatile.Read(ref _slots);
        return slot < slots.Length ? Volatile.Read(ref slots[slot]) : null;
    }

    private Instrument InstrumentAt(int slot, MetricType type)
    {
        if (slot >= _slots.Length) Grow(slot);
        return _slots[slot] ?? Create(slot, type);
    }

    private Instrument Create(int slot, MetricType type)
    {
        var instrument = Instrument.Create(type);
        Volatile.Write(ref _slots[slot], instrument);
        return instrument;
    }

    private void Grow(int slot)
    {
        var larger = new Instrument?[Math.Max(slot + 1, _slots.Length * 2)];
        _slots.CopyTo(larger, 0);
        Volatile.Write(ref _slots, larger);
    }
}
