namespace Dyno.Caching.Limits;

/// <summary>
/// Finds the fewest calls in flight that still reach nearly all of the throughput, at any distance from the service. It measures
/// throughput and not durations, because a client and a service that share processors answer more slowly with every further call in
/// flight and still serve more calls per second, up to a point.
/// <para>
/// It begins by doubling the limit while that pays. Then it compares the limit with one that is a quarter larger or smaller in four
/// windows, in the order current · other · other · current, which cancels out a drift of the machine. It moves up when the larger limit
/// brings at least 1.5 % more, and down while all steps down since the last step up cost at most 1 % together. When neither is the case
/// it takes steps of a tenth. Then it rests, longer each time, and begins again when the throughput changes much. Windows in which calls
/// hardly waited for a permit are ignored, because the limit did not matter in them.
/// </para>
/// </summary>
public sealed class AutoLimit : IConcurrencyLimit
{
    private const double CoarseStep = 1.25;
    private const double FineStep = 1.1;
    private const double PaysUp = 0.015;
    private const double MayCost = 0.01;
    private const double PaysDoubling = 0.10;
    private const double Changed = 0.35;
    private const int LongestRest = 32;

    private readonly LimitRange _range;
    private readonly ThroughputWindow _window;
    private readonly double[] _rates = new double[4];
    private double _limit;
    private double _before;
    private double _other;
    private double _settledRate;
    private Search _search = Search.Doubling;
    private bool _upwards = true;
    private int _block;
    private int _refused;
    private int _rest;
    private int _restLength = 2;
    private double _given;
    private double _step = CoarseStep;

    /// <param name="range">The bounds of the limit; the connections bound the upper one.</param>
    /// <param name="time">The clock of the samples' timestamps.</param>
    public AutoLimit(LimitRange range, TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(range);
        ArgumentNullException.ThrowIfNull(time);
        _range = range;
        _window = new ThroughputWindow(time);
        _limit = range.Clamp(range.Initial);
        Current = (int)_limit;
    }

    private enum Search
    {
        Doubling,
        Comparing,
        Resting,
    }

    /// <inheritdoc/>
    public int Current { get; private set; }

    /// <inheritdoc/>
    public void Observe(in CallSample sample)
    {
        if (!_window.Add(sample) || _window.Rate is not { } rate) return;
        switch (_search)
        {
            case Search.Doubling: Double(rate); break;
            case Search.Comparing: Compare(rate); break;
            default: Rest(rate); break;
        }

        Current = (int)Math.Round(_search == Search.Comparing && _block is 1 or 2 ? _other : _limit);
        _window.Begin(sample.EndedAt);
    }

    private void Double(double rate)
    {
        var pays = rate > _before * (1 + PaysDoubling);
        if (pays && _limit < _range.Max)
        {
            (_before, _limit) = (rate, _range.Clamp(_limit * 2));
            return;
        }

        if (!pays && _before > 0) _limit = _range.Clamp(_limit / 2);
        BeginComparing(upwards: true);
    }

    private void BeginComparing(bool upwards)
    {
        (_search, _upwards, _block) = (Search.Comparing, upwards, 0);
        _other = _range.Clamp(upwards ? Math.Ceiling(_limit * _step) : Math.Floor(_limit / _step));
    }

    private void Compare(double rate)
    {
        _rates[_block++] = rate;
        if (_block < _rates.Length) return;

        var gain = (Math.Log(_rates[1] / _rates[0]) + Math.Log(_rates[2] / _rates[3])) / 2;
        _settledRate = (_rates[0] + _rates[3]) / 2;
        var given = _upwards ? 0 : Math.Max(0, _given - gain);
        if (_other != _limit && (_upwards ? gain > PaysUp : given <= MayCost))
        {
            (_limit, _refused, _restLength, _given) = (_other, 0, 2, given);
            BeginComparing(_upwards);
        }
        else if (++_refused < 2)
        {
            BeginComparing(!_upwards);
        }
        else if (_step == CoarseStep)
        {
            (_step, _refused) = (FineStep, 0);
            BeginComparing(upwards: true);
        }
        else
        {
            (_search, _rest, _refused) = (Search.Resting, _restLength, 0);
            _restLength = Math.Min(_restLength * 2, LongestRest);
        }
    }

    private void Rest(double rate)
    {
        if (Math.Abs(Math.Log(rate / _settledRate)) > Changed)
        {
            (_search, _before, _restLength, _given, _step) = (Search.Doubling, 0, 2, 0, CoarseStep);
            return;
        }

        if (--_rest <= 0) BeginComparing(!_upwards);
    }
}
