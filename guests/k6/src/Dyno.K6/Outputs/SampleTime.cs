using System.Globalization;

namespace Dyno.K6.Outputs;

/// <summary>Points in time as k6's outputs write them.</summary>
internal static class SampleTime
{
    private const long NanosPerSecond = 1_000_000_000;

    /// <summary>RFC 3339 with up to nine places, as Go writes it: without zeros at the end.</summary>
    public static string Rfc3339Nano(long unixNanos)
    {
        var fraction = (unixNanos % NanosPerSecond).ToString("000000000", CultureInfo.InvariantCulture).TrimEnd('0');
        return Seconds(unixNanos) + (fraction.Length == 0 ? "Z" : $".{fraction}Z");
    }

    /// <summary>In one of the formats of <c>K6_CSV_TIME_FORMAT</c>; null when there is no such format.</summary>
    public static Func<long, string>? Format(string name) => name switch
    {
        "unix" => nanos => Text(nanos / NanosPerSecond),
        "unix_milli" => nanos => Text(nanos / 1_000_000),
        "unix_micro" => nanos => Text(nanos / 1000),
        "unix_nano" => Text,
        "rfc3339" => nanos => Seconds(nanos) + "Z",
        "rfc3339_nano" => Rfc3339Nano,
        _ => null,
    };

    private static string Seconds(long unixNanos) => DateTimeOffset.FromUnixTimeSeconds(unixNanos / NanosPerSecond)
        .ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
