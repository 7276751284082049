namespace Dyno.Experiments.Tests;

/// <summary>A run of a simulated server: its heap is what the test says plus noise that remembers itself, and its working set saw-tooths above it.</summary>
internal sealed class SimulatedRun(int seed)
{
    private const double MiB = 1 << 20;
    private readonly Random _random = new(seed);

    /// <summary>Requests per second.</summary>
    public double Rate { get; init; } = 200;

    /// <summary>The heap after a collection at a time in seconds, without noise, in bytes.</summary>
    public required Func<double, double> Heap { get; init; }

    /// <summary>The standard deviation of the heap's noise in bytes.</summary>
    public double Noise { get; init; } = 0.3 * MiB;

    /// <summary>How much a noise resembles the one before, 0 to 1.</summary>
    public double Memory { get; init; } = 0.5;

    /// <summary>When the server begins anew: its heap, and its CPU time, count from there.</summary>
    public double? RestartsAt { get; init; }

    public GrowthLimits Limits { get; init; } = new() { Horizon = TimeSpan.FromDays(30), MemoryBytes = (long)(512 * MiB), MemoryOf = "control group", Files = 1024 };

    public GrowthSeries Series { get; } = new();

    /// <summary>Runs, and judges every figure.</summary>
    public ImmutableArray<GrowthFigure> Judge(TimeSpan length)
    {
        Run(length);
        return GrowthJudge.Judge(Series.Points(), Series.Restarts, Limits);
    }

    public void Run(TimeSpan length)
    {
        var pace = GrowthPace.For(length, new GrowthOptions());
        double noise = 0, looked = double.NegativeInfinity, born = 0;
        for (var now = pace.SampleSeconds; now <= length.TotalSeconds; now += pace.SampleSeconds)
        {
            if (born == 0 && now >= RestartsAt) Series.Restarted(born = now);
            noise = Memory * noise + Math.Sqrt(1 - Memory * Memory) * Gaussian();
            var heap = Heap(now - born) + Noise * noise;
            var isLook = now - looked >= pace.LookSeconds;
            if (isLook) looked = now;
            Series.Add(new GrowthPoint
            {
                Seconds = now,
                Heap = isLook ? heap : null,
                Committed = isLook ? heap + 8 * MiB : null,
                WorkingSet = heap + 60 * MiB + 6 * MiB * _random.NextDouble(),
                Handles = 180 + _random.Next(3),
                Sockets = 60,
                Threads = 22 + _random.Next(2),
                P50 = 2e5 * (1 + 0.05 * Gaussian()),
                P99 = 9e5 * Math.Exp(0.3 * Gaussian()),
                CpuPerRequest = 8e4 * (1 + 0.1 * Gaussian()),
                Rate = Rate,
            }, pace.SampleSeconds, Rate * pace.SampleSeconds);
        }
    }

    private double Gaussian() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
