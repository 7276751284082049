namespace Dyno.Experiments.Tests;

/// <summary>
/// Servers whose answers take a known time, over connections that send one request after the other: slices as the duet makes them begin
/// no request after their end and last until the last answer came. The true ratio is known, and the interval has to contain it.
/// </summary>
public sealed class FewRequestsTests
{
    private const int Experiments = 400;

    [Theory]
    [InlineData(485, 503)]
    [InlineData(500, 700)]
    [InlineData(20, 21)]
    [InlineData(90, 90)]
    [InlineData(300, 30)]
    public void The_interval_of_the_rate_holds_the_planted_ratio(double baselineMs, double variantMs) =>
        Contained("rate", baselineMs, variantMs, baselineMs / variantMs).ShouldBeGreaterThanOrEqualTo(0.93);

    [Theory]
    [InlineData(485, 503)]
    [InlineData(500, 700)]
    [InlineData(300, 30)]
    public void So_does_that_of_the_CPU_time_of_a_request(double baselineMs, double variantMs) =>
        Contained("server.cpuPerRequest", baselineMs, variantMs, variantMs / baselineMs).ShouldBeGreaterThanOrEqualTo(0.93);

    // A launch is faster or slower than the next of the same program by 1 %, and an answer by 3 %.
    private static double Contained(string metric, double baselineMs, double variantMs, double ratio)
    {
        var random = new Random(20261127);
        var compare = new ComparePlan { Baseline = "a", Headline = metric };
        var slice = Math.Max(0.1, 4 * Math.Max(baselineMs, variantMs) / 1000);
        var contained = 0;
        for (var experiment = 0; experiment < Experiments; experiment++)
        {
            var trials = Enumerable.Range(1, 6).SelectMany(round => new[]
            {
                Trial(round, "a", Launch(random, baselineMs / 1000, slice)), Trial(round, "b", Launch(random, variantMs / 1000, slice)),
            }).ToList();
            var figure = Judgement.Of(compare, [("a", ""), ("b", "")], trials, isVoid: false).Pairs.Single().Metrics[0];
            if (figure.Low <= ratio && ratio <= figure.High) contained++;
        }
        return (double)contained / Experiments;
    }

    private static DuetRecord Launch(Random random, double answerSeconds, double sliceSeconds)
    {
        var own = answerSeconds * (1 + 0.01 * (2 * random.NextDouble() - 1));
        var blocks = Enumerable.Range(0, (int)Math.Max(5, 10 / sliceSeconds));
        return new DuetRecord { SliceSeconds = sliceSeconds, Variants = 2, Slices = [.. blocks.Select(Slice)] };

        SliceResult Slice(int block)
        {
            var (length, requests, cpu) = (0.0, 0L, 0.0);
            for (; length < sliceSeconds; requests++)
            {
                var answer = own * (1 + 0.03 * (2 * random.NextDouble() - 1));
                length += answer;
                cpu += answer;
            }
            return new SliceResult { Block = block, Seconds = block, Length = length, Requests = requests, Failed = 0, CpuMicros = 100 * cpu };
        }
    }

    private static TrialRecord Trial(int round, string variant, DuetRecord duet) => new()
    {
        Round = round,
        Variant = variant,
        Outcome = TrialOutcome.Used,
        Duet = duet,
        Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 1),
    };
}
