namespace Dyno.Observation;

/// <summary>Figures in the sentences of the checks.</summary>
internal static class Words
{
    public static string Percent(double share) => (share * 100).ToString(share is > 0 and < 0.1 ? "0.#" : "0", CultureInfo.InvariantCulture) + " %";

    public static string Cpus(int count) => count == 1 ? "1 CPU" : $"{count} CPUs";

    public static string Number(double number) => number.ToString("#,0.##", CultureInfo.InvariantCulture);

    public static string Gigabytes(long bytes) => (bytes / (double)(1L << 30)).ToString("0.0", CultureInfo.InvariantCulture) + " GiB";
}
