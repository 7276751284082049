using MathNet.Numerics.Distributions;

namespace Dyno.Profiling;

/// <summary>Student's test, and the correction for many tests at once.</summary>
internal static class StudentTest
{
    /// <summary>The probability of a value at least as far from zero, when there is no difference.</summary>
    public static double Probability(double t, double freedom) =>
        double.IsFinite(t) ? Math.Min(1, 2 * StudentT.CDF(0, 1, freedom, -Math.Abs(t))) : 1;

    /// <summary>The factor of an interval.</summary>
    /// <param name="level">Its confidence; for several intervals that are all to hold, of each of them.</param>
    public static double Factor(double freedom, double level = 0.95) => StudentT.InvCDF(0, 1, freedom, (1 + level) / 2);

    /// <summary>The q values of Benjamini and Hochberg, in the order of the probabilities.</summary>
    public static double[] FalseShares(IReadOnlyList<double> probabilities)
    {
        var order = Enumerable.Range(0, probabilities.Count).OrderByDescending(i => probabilities[i]).ToArray();
        var shares = new double[probabilities.Count];
        var least = 1.0;
        for (var k = 0; k < order.Length; k++)
        {
            least = Math.Min(least, probabilities[order[k]] * probabilities.Count / (probabilities.Count - k));
            shares[order[k]] = least;
        }
        return shares;
    }

    /// <summary>The places of the probabilities that are certain together (Holm 1979): a wrong one among them is as rare as the error allows.</summary>
    public static IEnumerable<int> Certain(IReadOnlyList<double> probabilities, double error) => Enumerable.Range(0, probabilities.Count)
        .OrderBy(i => probabilities[i]).Index().TakeWhile(next => probabilities[next.Item] <= error / (probabilities.Count - next.Index))
        .Select(next => next.Item);
}
