namespace Dyno.K6;

/// <summary>
/// The values of each scenario and of each group, by the tags of the samples; a full summary shows them beside the values of the whole run.
/// Written by the one thread of the lane; read when the run is over. Bounded: when a script makes up groups without end, only the first
/// <see cref="Most"/> are kept apart.
/// </summary>
internal sealed class SampleParts
{
    /// <summary>How many parts are kept apart.</summary>
    public const int Most = 500;

    /// <summary>The value of the tag under which all further parts are kept together.</summary>
    public const string Further = "further";

    private readonly Dictionary<(string Tag, string Value), SamplePart> _parts = [];

    public void Add(Metric metric, double value, IReadOnlyDictionary<string, string> tags)
    {
        if (!double.IsFinite(value)) return;
        foreach (var part in Of(tags)) part.Add(metric, value);
    }

    public void AddCheck(int check, bool passed, IReadOnlyDictionary<string, string> tags)
    {
        foreach (var part in Of(tags)) part.AddCheck(check, passed);
    }

    /// <summary>The parts of all lanes, put together.</summary>
    public static Dictionary<(string Tag, string Value), SamplePart> Merge(IEnumerable<SampleParts> lanes)
    {
        var merged = new Dictionary<(string, string), SamplePart>();
        foreach (var (key, part) in lanes.SelectMany(l => l._parts))
        {
            if (!merged.TryGetValue(key, out var sum)) merged[key] = sum = new SamplePart();
            sum.Merge(part);
        }
        return merged;
    }

    private IEnumerable<SamplePart> Of(IReadOnlyDictionary<string, string> tags)
    {
        if (tags.TryGetValue("scenario", out var scenario)) yield return At(("scenario", scenario));
        if (tags.TryGetValue("group", out var group) && group.Length > 0) yield return At(("group", group));
    }

    private SamplePart At((string, string) key)
    {
        if (_parts.TryGetValue(key, out var part)) return part;
        if (_parts.Count >= Most && !_parts.TryGetValue(key = (Further, ""), out part)) return _parts[key] = new SamplePart();
        return part ?? (_parts[key] = new SamplePart());
    }
}

/// <summary>The values of one scenario or group.</summary>
internal sealed class SamplePart
{
    private readonly Dictionary<Metric, Instrument> _sums = [];
    private readonly Dictionary<int, (long Passes, long Fails)> _checks = [];

    public IReadOnlyDictionary<Metric, Instrument> Sums => _sums;

    public IReadOnlyDictionary<int, (long Passes, long Fails)> Checks => _checks;

    public void Add(Metric metric, double value) => SumOf(metric).Add(value);

    public void AddCheck(int check, bool passed)
    {
        var (passes, fails) = _checks.GetValueOrDefault(check);
        _checks[check] = passed ? (passes + 1, fails) : (passes, fails + 1);
    }

    public void Merge(SamplePart other)
    {
        foreach (var (metric, sum) in other._sums) SumOf(metric).Merge(sum);
        foreach (var (check, (passes, fails)) in other._checks)
        {
            var known = _checks.GetValueOrDefault(check);
            _checks[check] = (known.Passes + passes, known.Fails + fails);
        }
    }

    private Instrument SumOf(Metric metric) =>
        _sums.TryGetValue(metric, out var sum) ? sum : _sums[metric] = Instrument.Create(metric.Definition.Type);
}
