namespace Dyno.Reporting;

/// <summary>The histogram behind a latency, as a result stores it.</summary>
internal static class StoredHistogram
{
    /// <summary>Unpacks the histogram.</summary>
    /// <exception cref="UserFault">The text is not a histogram: the document was cut or edited.</exception>
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
