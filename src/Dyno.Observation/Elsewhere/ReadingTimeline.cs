namespace Dyno.Observation;

/// <summary>
/// The readings of a server elsewhere over time, in memory of a limited size. Totals continue over a restart of the server, whose counters
/// begin anew; a step that no server can make is refused. Thread-safe: readings come from the source's threads, questions from the runner's.
/// </summary>
internal sealed class ReadingTimeline(TimeProvider time)
{
    private const int MostPoints = 4_096;
    private const double ShortestPoint = 0.5;      // seconds; readings that are closer make one point
    private const double MostCpus = 4_096;
    private const double MostPerSecond = 1e13;
    private const double PauseSlack = 1;           // seconds by which a reading may be late, so that a pause seems longer than its interval

    private readonly Lock _lock = new();
    private readonly long _origin = time.GetTimestamp();
    private readonly Dictionary<ServerFigure, double> _sent = [];      // totals as they were sent last
    private readonly Dictionary<ServerFigure, double> _totals = [];    // since the first reading
    private readonly Dictionary<ServerFigure, long> _lastPiece = [];
    private readonly Dictionary<ServerFigure, double> _levels = [];
    private readonly Dictionary<ServerFigure, LevelStatistics> _measured = [];
    private readonly HashSet<ServerFigure> _refused = [];
    private readonly HashSet<ServerFigure> _given = [];
    private List<ReadingPoint> _points = [];
    private ReadingMark? _last;
    private ReadingMark? _pointFrom;
    private ReadingMark? _from;
    private double? _began;

    /// <summary>Readings since the measurement began.</summary>
    public int Readings { get; private set; }

    /// <summary>How often the counters began anew since the measurement began: the server was started again.</summary>
    public int Restarts { get; private set; }

    /// <summary>Seconds since the last reading; null before the first.</summary>
    public double? SinceLast
    {
        get { lock (_lock) return Now - _last?.At; }
    }

    private double Now => time.GetElapsedTime(_origin).TotalSeconds;

    /// <summary>Takes a reading of this moment.</summary>
    /// <param name="beginsAnew">Whether its counters are those of another process than before.</param>
    public void Take(ServerReading reading, bool beginsAnew = false)
    {
        lock (_lock)
        {
            var at = Now;
            var seconds = Math.Max(1e-3, at - (_last?.At ?? at));
            if (IsCopy(reading, seconds))
            {
                if (_began <= _last!.At) _from ??= _last;
                return;
            }
            _refused.UnionWith(reading.Refused);
            var restarted = TakeTotals(reading, seconds, beginsAnew);
            TakePieces(reading, seconds);
            if (restarted && _began is not null) Restarts++;
            if (_began is not null) Readings++;
            _last = new ReadingMark(at, new Dictionary<ServerFigure, double>(_totals));
            if (_began is not null) _from ??= _last;
            _pointFrom ??= _last;
            if (at - _pointFrom.At >= ShortestPoint) AddPoint();
        }
    }

    /// <summary>Begins the measurement: the next reading is its first.</summary>
    public void Begin()
    {
        lock (_lock)
        {
            (_began, _from, Readings, Restarts) = (Now, null, 0, 0);
            _measured.Clear();
            _refused.Clear();
        }
    }

    /// <summary>Whether a figure has come.</summary>
    public bool Has(ServerFigure figure)
    {
        lock (_lock) return _given.Contains(figure);
    }

    /// <summary>The total of a figure since the first reading; null when it does not come.</summary>
    public double? Total(ServerFigure figure)
    {
        lock (_lock) return _given.Contains(figure) && _totals.TryGetValue(figure, out var total) ? total : null;
    }

    /// <summary>A total as the server sent it last; null when it does not come.</summary>
    public double? Sent(ServerFigure figure)
    {
        lock (_lock) return _sent.TryGetValue(figure, out var sent) ? sent : null;
    }

    /// <summary>The last point; null before there are two readings.</summary>
    public ReadingPoint? Latest
    {
        get { lock (_lock) return _points.Count == 0 ? null : _points[^1]; }
    }

    /// <summary>What was measured since <see cref="Begin"/>.</summary>
    public ReadingSummary End()
    {
        lock (_lock)
        {
            var began = _began ?? Now;
            var (from, to) = (_from, _last);
            var window = from is null || to is null ? 0 : to.At - from.At;
            return new ReadingSummary
            {
                ElapsedSeconds = Now - began,
                WindowSeconds = window,
                Changes = window <= 0 ? [] : to!.Totals.Where(total => _given.Contains(total.Key))
                    .ToImmutableDictionary(total => total.Key, total => total.Value - from!.Totals.GetValueOrDefault(total.Key)),
                Levels = _measured.ToImmutableDictionary(level => level.Key, level => level.Value with { }),
                Refused = [.. _refused],
                Points = [.. _points.Select(point => point with { At = point.At - began })],
            };
        }
    }

    // OpenTelemetry's exporter answers with the same page again for 300 ms: the figures are those of the time when it was made.
    private bool IsCopy(ServerReading reading, double seconds)
    {
        if (_last is null || seconds >= ShortestPoint || !reading.Pieces.IsEmpty) return false;
        var totals = reading.Values.Where(value => IsTotal(value.Key)).ToList();
        return totals.Count > 0 && totals.TrueForAll(total => _sent.TryGetValue(total.Key, out var before) && before == total.Value);
    }

    private bool TakeTotals(ServerReading reading, double seconds, bool beginsAnew)
    {
        var fell = beginsAnew;
        foreach (var (figure, value) in reading.Values)
        {
            if (!IsTotal(figure)) { TakeLevel(figure, value); continue; }
            var isKnown = _sent.TryGetValue(figure, out var before);
            _sent[figure] = value;
            _given.Add(figure);
            if (!isKnown) { _totals.TryAdd(figure, 0); continue; }
            // Counters that fall are those of a new process, and count from zero.
            var hasFallen = beginsAnew || value < before;
            fell |= hasFallen;
            Add(figure, hasFallen ? value : value - before, seconds);
        }
        return fell;
    }

    private void TakePieces(ServerReading reading, double seconds)
    {
        foreach (var (figure, pieces) in reading.Pieces)
        {
            _given.Add(figure);
            _totals.TryAdd(figure, 0);
            var last = _lastPiece.GetValueOrDefault(figure, long.MinValue);
            if (last > long.MinValue) Add(figure, pieces.Where(piece => piece.AtMillis > last).Sum(piece => piece.Value), seconds);
            if (!pieces.IsEmpty) _lastPiece[figure] = Math.Max(last, pieces[^1].AtMillis);
        }
    }

    private void Add(ServerFigure figure, double change, double seconds)
    {
        var most = figure switch
        {
            ServerFigure.CpuSeconds => MostCpus * Math.Max(1, seconds),
            ServerFigure.GcPause => seconds + PauseSlack,
            _ => MostPerSecond * Math.Max(1, seconds),
        };
        if (change > most) _refused.Add(figure);
        else _totals[figure] = _totals.GetValueOrDefault(figure) + change;
    }

    private void TakeLevel(ServerFigure figure, double value)
    {
        _given.Add(figure);
        _levels[figure] = value;
        if (_began is null) return;
        if (!_measured.TryGetValue(figure, out var statistics)) _measured[figure] = statistics = new LevelStatistics(value);
        statistics.Take(value);
    }

    private void AddPoint()
    {
        var seconds = _last!.At - _pointFrom!.At;
        var from = _pointFrom.Totals;
        _points.Add(new ReadingPoint(_last.At, seconds,
            _last.Totals.Where(total => _given.Contains(total.Key)).ToImmutableDictionary(total => total.Key,
                total => Math.Max(0, total.Value - from.GetValueOrDefault(total.Key)) / seconds),
            _levels.ToImmutableDictionary()));
        _pointFrom = _last;
        if (_points.Count > MostPoints) _points = [.. _points.Where((_, i) => i % 2 == 1)]; // a run of days keeps every second point, then every fourth
    }

    private static bool IsTotal(ServerFigure figure) => figure is ServerFigure.CpuSeconds or ServerFigure.Allocated or ServerFigure.OnlyGen0
        or ServerFigure.OnlyGen1 or ServerFigure.Gen0 or ServerFigure.Gen1 or ServerFigure.Gen2 or ServerFigure.GcPause or ServerFigure.PoolCompleted
        or ServerFigure.LockContentions or ServerFigure.Exceptions or ServerFigure.MethodsCompiled or ServerFigure.Requests;

    private sealed record ReadingMark(double At, Dictionary<ServerFigure, double> Totals);
}

/// <summary>The changes and levels between two readings.</summary>
/// <param name="At">When the interval ended, in seconds.</param>
/// <param name="PerSecond">Totals: their change per second.</param>
/// <param name="Levels">Levels at the end.</param>
internal sealed record ReadingPoint(double At, double Seconds, ImmutableDictionary<ServerFigure, double> PerSecond,
    ImmutableDictionary<ServerFigure, double> Levels)
{
    /// <summary>The change per second, or the level; null when it did not come.</summary>
    public double? this[ServerFigure figure] =>
        PerSecond.TryGetValue(figure, out var rate) ? rate : Levels.TryGetValue(figure, out var level) ? level : null;
}

/// <summary>A level over a measurement.</summary>
internal sealed record LevelStatistics(double First)
{
    private double _sum;
    private int _count;

    public double Mean => _count == 0 ? First : _sum / _count;

    /// <summary>The largest value.</summary>
    public double Max { get; private set; }

    public double Last { get; private set; } = First;

    public void Take(double value)
    {
        _sum += value;
        _count++;
        Max = Math.Max(Max, value);
        Last = value;
    }
}

/// <summary>A measurement of a server elsewhere.</summary>
internal sealed record ReadingSummary
{
    /// <summary>Length of the measurement.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Time from its first reading to its last; 0 with fewer than two.</summary>
    public required double WindowSeconds { get; init; }

    /// <summary>Changes of totals in the window.</summary>
    public required ImmutableDictionary<ServerFigure, double> Changes { get; init; }

    public required ImmutableDictionary<ServerFigure, LevelStatistics> Levels { get; init; }

    /// <summary>Figures of which a value was refused.</summary>
    public required ImmutableArray<ServerFigure> Refused { get; init; }

    /// <summary>The points, those of the warm-up before second 0.</summary>
    public required ImmutableArray<ReadingPoint> Points { get; init; }

    /// <summary>A total over the whole measurement, from its pace in the window; null when it did not come.</summary>
    public double? Total(ServerFigure figure) => Changes.TryGetValue(figure, out var change) ? change * ElapsedSeconds / WindowSeconds : null;

    /// <summary>The pace of a total; null when it did not come.</summary>
    public double? PerSecond(ServerFigure figure) => Changes.TryGetValue(figure, out var change) ? change / WindowSeconds : null;

    /// <summary>The largest value of a level; null when it did not come.</summary>
    public double? Max(ServerFigure figure) => Levels.TryGetValue(figure, out var level) ? level.Max : null;
}
