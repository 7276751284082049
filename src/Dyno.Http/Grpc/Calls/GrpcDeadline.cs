namespace Dyno.Http;

/// <summary>A time span in the format of the header grpc-timeout: at most eight digits and a unit.</summary>
internal static class GrpcDeadline
{
    private const long MostDigits = 99_999_999;

    public static string Text(TimeSpan time)
    {
        var micros = Math.Max(1, time.Ticks / 10);
        if (micros <= MostDigits && micros % 1000 != 0) return micros.ToString(CultureInfo.InvariantCulture) + "u";
        var millis = Math.Max(1, micros / 1000);
        return millis <= MostDigits
            ? millis.ToString(CultureInfo.InvariantCulture) + "m"
            : Math.Min(MostDigits, millis / 1000).ToString(CultureInfo.InvariantCulture) + "S";
    }
}
