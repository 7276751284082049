namespace Products.LongReads;

internal static partial class LongReadLog
{
    [LoggerMessage(LogLevel.Information, "the caller left; the read is given up")]
    public static partial void CallerLeft(this ILogger log);
}
