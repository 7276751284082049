namespace Dyno.Import;

/// <summary>
/// Timers as the pause of a virtual user between two requests. Dyno's pause is the same for all requests of a file, so it is the mean of
/// what the timers make, and a warning says so where they differ.
/// </summary>
internal sealed class JMeterPauses(JMeterVariables variables, InputContext context)
{
    private readonly List<double> _pauses = [];
    private readonly Dictionary<JMeterElement, double> _means = [];
    private readonly List<JMeterElement> _throughputs = [];
    private JMeterElement? _first;
    private bool _isRandom;

    /// <summary>Counts the pause before a request.</summary>
    public void Add(IEnumerable<JMeterElement> timers) => _pauses.Add(timers.Sum(MeanOf));

    /// <summary>Counts a pause that is no request's: that of a Flow Control Action.</summary>
    public void AddPause(JMeterElement action)
    {
        if (variables.Number(action, "ActionProcessor.duration") is not (> 0 and var pause)) return;
        _first ??= action;
        _isRandom = true;
        if (_pauses.Count == 0) _pauses.Add(pause);
        else _pauses[^1] += pause;
    }

    /// <summary>The pause; null when there is none.</summary>
    public TimeSpan? Read()
    {
        SayThroughputs();
        if (_pauses.Count == 0 || _pauses.Sum() is not (> 0 and var sum) || _first is null) return null;
        var mean = Math.Min(sum / _pauses.Count, 86_400_000);
        if (_isRandom || _pauses.Any(p => Math.Abs(p - _pauses[0]) > 0.5))
            _first.In(context.Place).Warning($"the timers pause for the same time before each request, the mean: {mean.ToString("0.#", CultureInfo.InvariantCulture)} ms (first timer: {_first.Shown})",
                "write a load in C# or a k6 script for random pauses; --delay gives another pause");
        return TimeSpan.FromMilliseconds(Math.Round(mean, 3));
    }

    private double MeanOf(JMeterElement timer)
    {
        if (_means.TryGetValue(timer, out var known)) return known;
        var (offset, range) = timer.Type.EndsWith("ThroughputTimer", StringComparison.Ordinal) ? (0, 0)
            : (variables.Number(timer, "ConstantTimer.delay") ?? 0, timer.Type == "ConstantTimer" ? 0 : variables.Number(timer, "RandomTimer.range") ?? 0);
        var mean = timer.Type switch
        {
            "UniformRandomTimer" => offset + range / 2,
            "PoissonRandomTimer" => offset + range,
            "GaussianRandomTimer" or "ConstantTimer" => offset,
            _ => Throughput(timer),
        };
        _isRandom |= range > 0;
        if (mean > 0) _first ??= timer;
        return _means[timer] = Math.Clamp(mean, 0, 86_400_000);
    }

    private double Throughput(JMeterElement timer)
    {
        _throughputs.Add(timer);
        return 0;
    }

    // A throughput counts requests, and --rate counts passes.
    private void SayThroughputs()
    {
        foreach (var timer in _throughputs.Distinct())
        {
            var perMinute = timer.Type == "ConstantThroughputTimer" ? variables.Number(timer, "throughput") ?? 0
                : (variables.Number(timer, "throughput") ?? 0) * 60 / Math.Max(1, variables.Number(timer, "throughputPeriod") ?? 3_600);
            var rate = perMinute / 60 / Math.Max(1, _pauses.Count);
            timer.In(context.Place).Warning($"the throughput of {timer.Shown} is left out",
                rate > 0 ? $"give --rate {rate.ToString("0.####", CultureInfo.InvariantCulture)}/s, the passes in a second through {_pauses.Count} {(_pauses.Count == 1 ? "request" : "requests")}" : "give --rate");
        }
    }
}
