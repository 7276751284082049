namespace Dyno.Experiments;

/// <summary>How often a run of some length looks at its server.</summary>
internal sealed class GrowthPace
{
    /// <summary>The counters of a runtime are asked at most so often.</summary>
    public const double CountedEverySeconds = 5;

    private const double Looks = 120; // of a run: enough for an interval, and few enough to cost little
    private const double LeastShareBetween = 200; // collections take half a percent of the time at most, where enough of them remain
    private const double LongestSample = 10;
    private const double LongestLook = 300;
    private const double ShareBeforeSnapshot = 0.25; // most of what a program loads once is there by then

    private const double FewestLooks = 30;
    private const double Judgements = 60; // of a run, for its progress
    private const double ShortestJudgement = 30;

    private readonly double _asked;
    private readonly double _most;
    private double _total;
    private int _count;

    private GrowthPace(double planned, GrowthOptions options)
    {
        SampleSeconds = Math.Clamp(planned / GrowthSeries.MostPoints, 1, LongestSample);
        Collects = options.CollectEvery != TimeSpan.Zero;
        _asked = LookSeconds = options.CollectEvery is { Ticks: > 0 } asked ? asked.TotalSeconds : Math.Clamp(planned / Looks, 1, LongestLook);
        JudgedSeconds = Math.Max(ShortestJudgement, planned / Judgements);
        FirstSnapshotSeconds = planned * ShareBeforeSnapshot;
        _most = Math.Max(LookSeconds, planned / FewestLooks);
        IsAsked = options.CollectEvery is not null;
    }

    /// <summary>Whether full collections are asked for.</summary>
    public bool Collects { get; }

    /// <summary>Time between two samples of the process, in seconds.</summary>
    public double SampleSeconds { get; }

    /// <summary>Time between two looks into the runtime, in seconds.</summary>
    public double LookSeconds { get; private set; }

    /// <summary>Time between two judgements while the run lasts, in seconds.</summary>
    public double JudgedSeconds { get; }

    /// <summary>When the first snapshot of the heap is taken, in seconds.</summary>
    public double FirstSnapshotSeconds { get; }

    private bool IsAsked { get; }

    /// <summary>The pace of a run of a planned length.</summary>
    public static GrowthPace For(TimeSpan planned, GrowthOptions options) => new(planned.TotalSeconds, options);

    /// <summary>A collection took so many seconds: the next ones keep their distance, as far as enough of them remain, unless the user chose it.</summary>
    public void Took(double seconds)
    {
        (_total, _count) = (_total + seconds, _count + 1);
        if (!IsAsked) LookSeconds = Math.Clamp(LeastShareBetween * _total / _count, _asked, _most);
    }
}
