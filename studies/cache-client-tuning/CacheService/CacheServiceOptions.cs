using System.Globalization;

namespace CacheService;

/// <summary>The settings from the command line and the environment.</summary>
/// <param name="RoundTrip">The delay before each call is served, which emulates a distance; <c>--delay 0.5ms</c>.</param>
/// <param name="Caches">The caches that exist from the start; <c>--caches a,b</c>, otherwise <c>default</c>.</param>
/// <param name="MaxBytes">The most bytes of keys and values that one cache holds; <c>--max-bytes</c>, otherwise 256 MiB.</param>
/// <param name="StreamsPerConnection">The calls that may be in flight on one connection; <c>--streams</c>, otherwise 100.</param>
public sealed record CacheServiceOptions(TimeSpan RoundTrip, IReadOnlyList<string> Caches, long MaxBytes, int StreamsPerConnection)
{
    internal static CacheServiceOptions Read(IConfiguration configuration) => new(
        RoundTripOf(configuration["delay"]),
        (configuration["caches"] ?? "default").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries),
        NumberOf(configuration, "max-bytes", 256L << 20, int.MaxValue * 64L),
        (int)NumberOf(configuration, "streams", 100, int.MaxValue));

    private static TimeSpan RoundTripOf(string? text)
    {
        if (string.IsNullOrEmpty(text)) return TimeSpan.Zero;
        var digits = text.EndsWith("ms", StringComparison.Ordinal) ? text[..^2] : text;
        return double.TryParse(digits, CultureInfo.InvariantCulture, out var milliseconds) && milliseconds is >= 0 and <= 60_000
            ? TimeSpan.FromMilliseconds(milliseconds)
            : throw new ArgumentException($"--delay {text}: write milliseconds, such as 20ms or 0.5ms, at most 60000");
    }

    private static long NumberOf(IConfiguration configuration, string name, long otherwise, long most) => configuration[name] switch
    {
        null or "" => otherwise,
        var text when long.TryParse(text, CultureInfo.InvariantCulture, out var number) && number > 0 && number <= most => number,
        var text => throw new ArgumentException($"--{name} {text}: write a whole number from 1 to {most}"),
    };
}
