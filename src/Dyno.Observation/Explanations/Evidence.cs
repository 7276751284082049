namespace Dyno.Observation;

/// <summary>Writes figures for the evidence of an explanation.</summary>
internal static class Evidence
{
    public static string Percent(double share) => (share * 100).ToString("0.#", CultureInfo.InvariantCulture) + " %";

    public static string Number(double number) => number.ToString(number < 10 ? "0.##" : "#,0", CultureInfo.InvariantCulture);

    public static string Milliseconds(double nanos) => (nanos / 1e6).ToString("0.##", CultureInfo.InvariantCulture) + " ms";
}
