namespace Dyno.Experiments;

/// <summary>How likely each commit is the one that made a program slower, given comparisons that are noisy themselves. Free of I/O.</summary>
/// <remarks>
/// Commits are numbered: 0 is the good one, <see cref="Commits"/> the bad one. The hypotheses are "the change came with commit c", with the
/// same prior probability for each c from 1 to the bad one, and, with a prior of <see cref="PriorOfSpread"/>, "several commits share the
/// change". Nothing is ruled out by a single comparison: each multiplies every hypothesis by the likelihood of its launches. Bayesian search
/// with noisy answers: Horstein, "Sequential transmission using noiseless feedback" (1963); Ben-Or and Hassidim, "The Bayesian learner is
/// optimal for noisy binary search" (FOCS 2008). There an answer is wrong with a known probability; here the measured difference itself is
/// the answer, so that a clear one counts for more than a doubtful one.
/// <para>
/// The likelihood of a comparison: its mean log-ratio has Student's t distribution around 0 (both sides lie before the change, or both
/// behind it) or around the size of the change (they lie on different sides of it). Its scale is the standard error of the launches, from
/// the scatter of all comparisons or of its own, whichever is larger, and <see cref="Wander"/> of the change for what other commits do. The
/// size is unknown: the likelihood is averaged over a grid of sizes, with a flat prior. Where several commits share the change, a
/// comparison shows any share of it, from none to all, with equal probability.
/// </para>
/// </remarks>
public sealed class ChangePosterior
{
    /// <summary>The prior probability that several commits share the change.</summary>
    public const double PriorOfSpread = 0.05;

    /// <summary>What the other commits may add to a difference or take from it: a standard deviation, as a part of the change.</summary>
    public const double Wander = 0.1;

    private const int Sizes = 49;
    private const double Reach = 6; // of the grid of sizes, in standard errors
    private const double FinestScale = 1e-4; // counted work does not scatter, but no ratio is known better than to 0.01 %

    private readonly ImmutableArray<Observation> _seen;
    private readonly double[] _boundsLikelihood; // per segment: the probability of one commit in it
    private readonly int[] _bounds;

    private ChangePosterior(int commits, ImmutableArray<Observation> seen)
    {
        (Commits, _seen) = (commits, seen);
        _bounds = [.. seen.SelectMany(o => new[] { o.From, o.To }).Append(0).Append(commits).Distinct().Order()];
        _boundsLikelihood = new double[_bounds.Length - 1];
        (Spread, Size) = seen.Length == 0 ? Prior() : Weigh();
    }

    /// <summary>Nothing is measured yet.</summary>
    /// <param name="commits">Number of commits that may have made the change, the bad one included; at least 1.</param>
    public static ChangePosterior Of(int commits)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(commits, 1);
        return new ChangePosterior(commits, []);
    }

    /// <summary>Number of commits that may have made the change.</summary>
    public int Commits { get; }

    /// <summary>The probability that several commits share the change.</summary>
    public double Spread { get; }

    /// <summary>The expected size of the change as a logarithm, above 0 for slower; 0 before anything was measured.</summary>
    public double Size { get; }

    /// <summary>The posterior after one more comparison.</summary>
    /// <param name="from">Number of the commit that was compared with.</param>
    /// <param name="to">Number of the later commit that was compared.</param>
    /// <param name="costs">The logarithm of each round's ratio, above 0 where the later commit is slower; at least one.</param>
    public ChangePosterior With(int from, int to, IReadOnlyList<double> costs)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(from);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(to, Commits);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(from, to);
        ArgumentOutOfRangeException.ThrowIfZero(costs.Count);
        return new ChangePosterior(Commits, _seen.Add(Observation.Of(from, to, costs)));
    }

    /// <summary>The probability that one commit made the change, and that its number is above one and at most another.</summary>
    public double Between(int after, int upTo)
    {
        var sum = 0.0;
        for (var i = 0; i < _boundsLikelihood.Length; i++)
            sum += Math.Max(0, Math.Min(upTo, _bounds[i + 1]) - Math.Max(after, _bounds[i])) * _boundsLikelihood[i];
        return sum;
    }

    public double At(int commit) => Between(commit - 1, commit);

    /// <summary>
    /// The commit to compare with the good one next: the one that is before the change as probably as behind it, because the answer there
    /// says most. Commits that cannot be measured are left out. Null when no commit that can be measured would say anything.
    /// </summary>
    /// <param name="isMeasurable">Whether a commit can be measured.</param>
    public int? Next(Func<int, bool> isMeasurable)
    {
        var all = Between(0, Commits);
        var (best, before, distance) = ((int?)null, 0.0, 0.5);
        for (var commit = 1; commit < Commits; commit++)
        {
            before += At(commit);
            var off = Math.Abs(before / all - 0.5);
            if (off < distance - 1e-12 && isMeasurable(commit)) (best, distance) = (commit, off);
        }
        return best;
    }

    /// <summary>What one comparison says by itself, whatever was known before: whether a change lies between its commits.</summary>
    /// <param name="from">Number of the commit that was compared with.</param>
    /// <param name="to">Number of the later commit.</param>
    /// <param name="costs">As in <see cref="With"/>.</param>
    /// <param name="odds">How many times more likely an answer must be than the others.</param>
    public CommitAnswer Answer(int from, int to, IReadOnlyList<double> costs, double odds)
    {
        var after = With(from, to, costs);
        var all = Between(0, Commits);
        var (slower, notSlower, shared) = (Gain(Between(from, to), after.Between(from, to)),
            Gain(all - Between(from, to), after.Between(0, Commits) - after.Between(from, to)), Gain(Spread, after.Spread));
        if (shared > odds * Math.Max(slower, notSlower)) return CommitAnswer.Between;
        return slower > odds * notSlower ? CommitAnswer.Slower : notSlower > odds * slower ? CommitAnswer.NotSlower : CommitAnswer.Unclear;

        static double Gain(double before, double then) => before > 0 ? then / before : 0;
    }

    private double SharedPrior => Commits == 1 ? 0 : PriorOfSpread; // one commit shares with none

    private (double, double) Prior()
    {
        _boundsLikelihood[0] = (1 - SharedPrior) / Commits;
        return (SharedPrior, 0);
    }

    // The posterior of every segment of commits that no comparison tells apart, summed over the sizes of the change.
    private (double Spread, double Size) Weigh()
    {
        var freedom = Math.Max(1, _seen.Sum(o => o.Count - 1));
        var pooled = _seen.Sum(o => o.Squares) / freedom;
        var errors = _seen.Select(o => Math.Max(FinestScale, Math.Sqrt(Math.Max(pooled, o.Variance) / o.Count))).ToArray();
        var whole = Math.Max(0, _seen.IndexOf(_seen.FirstOrDefault(o => o.To - o.From == Commits) ?? _seen[0]));
        var (low, high) = (_seen[whole].Mean - Reach * errors[whole], _seen[whole].Mean + Reach * errors[whole]);
        low = Math.Max(low, FinestScale);
        high = Math.Max(high, 2 * low);
        var joint = new double[Sizes, _boundsLikelihood.Length + 1];
        var most = double.NegativeInfinity;
        for (var k = 0; k < Sizes; k++)
        {
            var size = SizeAt(k);
            for (var s = 0; s <= _boundsLikelihood.Length; s++) most = Math.Max(most, joint[k, s] = LogOf(s, size));
        }
        var (total, mean) = (0.0, 0.0);
        for (var k = 0; k < Sizes; k++)
        {
            for (var s = 0; s <= _boundsLikelihood.Length; s++)
            {
                var prior = s == _boundsLikelihood.Length ? SharedPrior : (1 - SharedPrior) * (_bounds[s + 1] - _bounds[s]) / Commits;
                joint[k, s] = prior * Math.Exp(joint[k, s] - most);
                (total, mean) = (total + joint[k, s], mean + joint[k, s] * SizeAt(k));
            }
        }
        var spread = 0.0;
        for (var k = 0; k < Sizes; k++)
        {
            for (var s = 0; s < _boundsLikelihood.Length; s++) _boundsLikelihood[s] += joint[k, s] / total / (_bounds[s + 1] - _bounds[s]);
            spread += joint[k, _boundsLikelihood.Length] / total;
        }
        return (spread, mean / total);

        double SizeAt(int k) => low + (high - low) * k / (Sizes - 1);

        double LogOf(int segment, double size)
        {
            var sum = 0.0;
            for (var i = 0; i < _seen.Length; i++)
            {
                var scale = Math.Sqrt(errors[i] * errors[i] + Wander * Wander * size * size);
                sum += segment == _boundsLikelihood.Length ? _seen[i].LogShared(size, scale, freedom, Commits)
                    : _seen[i].LogStep(_bounds[segment], size, scale, freedom);
            }
            return sum;
        }
    }

    /// <summary>One comparison: later commit ÷ earlier commit.</summary>
    private sealed record Observation(int From, int To, double Mean, int Count, double Squares)
    {
        /// <summary>The variance of its own rounds; 0 for a single one.</summary>
        public double Variance => Count > 1 ? Squares / (Count - 1) : 0;

        public static Observation Of(int from, int to, IReadOnlyList<double> costs)
        {
            var mean = costs.Average();
            return new Observation(from, to, mean, costs.Count, costs.Sum(c => (c - mean) * (c - mean)));
        }

        // The change came with a commit above the lower bound of a segment, which no observation cuts.
        public double LogStep(int lower, double size, double scale, double freedom) =>
            StudentT.PDFLn(From <= lower && lower < To ? size : 0, scale, freedom, Mean);

        // The comparison of the good with the bad commit shows the whole change, any other one a share of it.
        public double LogShared(double size, double scale, double freedom, int commits)
        {
            if (To - From == commits) return StudentT.PDFLn(size, scale, freedom, Mean);
            var share = StudentT.CDF(0, scale, freedom, Mean) - StudentT.CDF(size, scale, freedom, Mean);
            return Math.Log(Math.Max(share, 1e-300) / size);
        }
    }
}

/// <summary>What a comparison of two commits says.</summary>
public enum CommitAnswer
{
    /// <summary>The later commit is slower, by about the whole change.</summary>
    Slower,

    /// <summary>The later commit is not slower.</summary>
    NotSlower,

    /// <summary>The later commit is slower by a part of the change, which speaks for several commits that share it.</summary>
    Between,

    /// <summary>The launches did not decide.</summary>
    Unclear,
}
