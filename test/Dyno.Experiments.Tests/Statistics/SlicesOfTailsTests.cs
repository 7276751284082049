namespace Dyno.Experiments.Tests;

/// <summary>
/// Slices on virtual time: users that send one request after the other, begin none after the end of a slice and await what has begun.
/// Whatever the response times are distributed like, the rate of the slices is that of a load without pauses.
/// </summary>
public sealed class SlicesOfTailsTests
{
    private const double Mean = 5; // ms
    private const int EveryAnswers = 1600; // on average: a second of eight users

    /// <summary>Distributions of the response time, in milliseconds, each with the same mean.</summary>
    private static readonly ImmutableSortedDictionary<string, Func<Random, double>> Times = new Dictionary<string, Func<Random, double>>
    {
        ["constant"] = _ => Mean,
        ["exponential"] = random => -Mean * Math.Log(1 - random.NextDouble()),
        ["lognormal 0.3"] = random => Lognormal(random, 0.3),
        ["lognormal 0.8"] = random => Lognormal(random, 0.8),
        ["lognormal 1.5"] = random => Lognormal(random, 1.5),
        ["0.01 % at 100 ×"] = random => TwoPoint(random, 0.0001, 100),
        ["0.1 % at 50 ×"] = random => TwoPoint(random, 0.001, 50),
        ["1 % at 10 ×"] = random => TwoPoint(random, 0.01, 10),
        ["1 % at 100 ×"] = random => TwoPoint(random, 0.01, 100),
        ["10 % at 2 ×"] = random => TwoPoint(random, 0.1, 2),
        ["10 % at 20 ×"] = random => TwoPoint(random, 0.1, 20),
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);

    public static TheoryData<string, int> TimesAndUsers => new(from time in Times.Keys from users in new[] { 1, 8, 64, 256 } select (time, users));

    [Theory, MemberData(nameof(TimesAndUsers))]
    public void The_rate_is_that_of_a_load_without_pauses(string times, int users)
    {
        var expected = users / Mean * 1000; // per second
        foreach (var slice in new[] { 25.0, 100, 500 })
            Rate(times, users, slice, requests: 1_500_000).ShouldBe(expected, 0.01 * expected, $"slices of {slice} ms");
    }

    /// <summary>A CPU that answers in the order of arrival: the queue is empty when a slice begins.</summary>
    [Theory]
    [InlineData(8, 25)]
    [InlineData(64, 25)]
    [InlineData(64, 100)]
    [InlineData(256, 100)]
    public void So_it_is_where_users_wait_for_a_CPU(int users, double slice)
    {
        const double Work = 0.05, Other = 0.08; // ms; alone the rates are their reciprocals
        (QueuedRate(users, slice, Work) / QueuedRate(users, slice, Other)).ShouldBe(Other / Work, 0.01 * Other / Work);
    }

    /// <summary>All users stand still for 50 ms in about every second: the launch's mean has the pause in proportion.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(500)]
    public void A_pause_of_all_users_counts_in_proportion(double slice)
    {
        var (pausing, steady) = (PausingRate(slice, 50), PausingRate(slice, 0));
        (pausing / steady).ShouldBe(1 / (1 + 50 / (EveryAnswers * Mean / 8)), 0.01);
    }

    [Theory]
    [InlineData("constant", "1 % at 100 ×", 8)]
    [InlineData("lognormal 0.8", "10 % at 20 ×", 8)]
    [InlineData("exponential", "exponential", 1)]
    [InlineData("0.1 % at 50 ×", "0.01 % at 100 ×", 64)]
    [InlineData("constant", "lognormal 1.5", 64)]
    public void The_interval_holds_the_true_ratio(string baseline, string variant, int users)
    {
        const int Experiments = 300, Rounds = 8;
        var random = new Random(20261129);
        var compare = new ComparePlan { Baseline = "a", Headline = "rate" };
        var held = 0;
        for (var experiment = 0; experiment < Experiments; experiment++)
        {
            var trials = Enumerable.Range(1, Rounds).SelectMany(round => new[]
            {
                Trial(round, "a", Launch(random, baseline, users)), Trial(round, Judgement.ControlName, Launch(random, baseline, users)),
                Trial(round, "b", Launch(random, variant, users)),
            }).ToList();
            var figure = Judgement.Of(compare, [("a", ""), (Judgement.ControlName, ""), ("b", "")], trials, isVoid: false).Pairs.Single(p => p.Variant == "b").Metrics[0];
            if (figure.Low <= 1 && 1 <= figure.High) held++;
        }
        ((double)held / Experiments).ShouldBeGreaterThanOrEqualTo(0.93);
    }

    private static double Rate(string times, int users, double slice, int requests)
    {
        var (random, own) = (new Random(20261129), new OwnTime(users));
        for (var at = 0L; own.Iterations < requests; at = Slice(own, at, slice, () => Times[times](random))) ;
        return RateOf(own);
    }

    private static double RateOf(OwnTime own) => OwnTimeSum.Of([own]).Since(default, own.Iterations) is var (seconds, counted) ? counted / seconds : 0;

    // Users that do not meet: one after the other.
    private static long Slice(OwnTime own, long at, double milliseconds, Func<double> time)
    {
        own.Begin(at, at);
        var (end, last) = (at + Nanos(milliseconds), at);
        for (var user = 0; user < own.VirtualUsers; user++)
        {
            var now = at;
            while (now < end) own.Ended(user, now += Nanos(time()));
            last = Math.Max(last, now);
        }
        return last + Nanos(1000);
    }

    private static double QueuedRate(int users, double slice, double work)
    {
        var (random, own, at) = (new Random(20261129), new OwnTime(users), 0L);
        var queue = new Queue<int>();
        while (own.Iterations < 400_000)
        {
            own.Begin(at, at);
            var (now, end) = (at, at + Nanos(slice));
            for (var user = 0; user < users; user++) queue.Enqueue(user);
            while (queue.TryDequeue(out var user))
            {
                own.Ended(user, now += Nanos(-work * Math.Log(1 - random.NextDouble())));
                if (now < end) queue.Enqueue(user);
            }
            at = now + Nanos(1000);
        }
        return RateOf(own);
    }

    private static double PausingRate(double slice, double pause)
    {
        const int Users = 8;
        var (random, own, at, stands) = (new Random(20261129), new OwnTime(Users), 0L, 0L);
        var due = new PriorityQueue<int, long>();
        while (own.Iterations < 800_000)
        {
            own.Begin(at, at);
            var (now, end) = (at, at + Nanos(slice));
            for (var user = 0; user < Users; user++) due.Enqueue(user, Math.Max(at, stands) + Nanos(Mean * (1 + user / 16.0)));
            while (due.TryDequeue(out var user, out now))
            {
                own.Ended(user, now);
                if (random.Next(EveryAnswers) == 0) stands = now + Nanos(pause);
                if (now < end) due.Enqueue(user, Math.Max(now, stands) + Nanos(Mean));
                at = now;
            }
            at = Math.Max(at, stands) + Nanos(1000);
        }
        return RateOf(own);
    }

    // Two seconds in slices as long as Dyno makes them; launches differ by 1 %.
    private static DuetRecord Launch(Random random, string times, int users)
    {
        const double Length = 100;
        var speed = 1 + 0.01 * (2 * random.NextDouble() - 1);
        var (own, before, at) = (new OwnTime(users), default(OwnTimeSum), 0L);
        var slices = ImmutableArray.CreateBuilder<SliceResult>();
        for (var block = 0; block < 20; block++)
        {
            at = Slice(own, at, Length, () => speed * Times[times](random));
            var sum = OwnTimeSum.Of([own]);
            var requests = sum.Iterations - before.Iterations;
            var (seconds, counted) = sum.Since(before, requests)!.Value;
            slices.Add(new SliceResult { Block = block, Seconds = block, Length = seconds, Counted = counted, Requests = requests, Failed = 0 });
            before = sum;
        }
        return new DuetRecord { SliceSeconds = Length / 1000, Variants = 3, Slices = slices.ToImmutable() };
    }

    private static TrialRecord Trial(int round, string variant, DuetRecord duet) => new()
    {
        Round = round,
        Variant = variant,
        Outcome = TrialOutcome.Used,
        Duet = duet,
        Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 1),
    };

    private static double Lognormal(Random random, double sigma)
    {
        var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return Mean * Math.Exp(sigma * normal - sigma * sigma / 2);
    }

    private static double TwoPoint(Random random, double share, double times) =>
        Mean / (1 + share * (times - 1)) * (random.NextDouble() < share ? times : 1) * (0.9 + 0.2 * random.NextDouble());

    private static long Nanos(double milliseconds) => (long)(milliseconds * 1e6);
}
