namespace Dyno.Experiments;

/// <summary>The means of all pairs of values, each value also paired with itself, sorted: n(n+1)/2 means.</summary>
/// <remarks>Their median is the Hodges–Lehmann estimate (Hodges and Lehmann 1963).</remarks>
internal static class WalshAverages
{
    /// <summary>The sorted averages of <paramref name="values"/>.</summary>
    public static double[] Of(ReadOnlySpan<double> values)
    {
        var averages = new double[values.Length * (values.Length + 1) / 2];
        var next = 0;
        for (var i = 0; i < values.Length; i++)
            for (var j = i; j < values.Length; j++)
                averages[next++] = (values[i] + values[j]) / 2;
        Array.Sort(averages);
        return averages;
    }

    public static double Median(ReadOnlySpan<double> sorted)
    {
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
