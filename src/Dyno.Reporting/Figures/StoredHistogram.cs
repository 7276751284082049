using Dyno.Metrics.Histograms;
using Dyno.Results.Problems;

namespace Dyno.Reporting.Figures;

/// <summary>The histogram behind a latency, as a result stores it.</summary>
internal static class StoredHistogram
{
    /// <summary>Unpacks it.</summary>
    /// <exception cref="UserFault">The document was cut or edited: this is not a histogram.</exception>
    public static Histogram Read(string packed)
    {
        try
        {
            return HdrEncoding.DecodeBase64(packed);
        }
        catch (HistogramFormatException damaged)
        {
            throw new UserFault(
                $"the result holds a latency histogram that cannot be read: {damaged.Message}",
                "name a result as `dyno run` wrote it, or print it with -f json", damaged);
        }
    }
}
