namespace Dyno.Profiling;

/// <summary>How often something happens, in words.</summary>
internal static class EventWords
{
    /// <summary>A wait or two in a launch say nothing.</summary>
    public const double LeastPerRequest = 0.0001;

    /// <summary>The most kinds of events that a row names.</summary>
    public const int MostEvents = 3;

    public static string Of(string what, double perRequest) => perRequest >= 0.95
        ? string.Create(CultureInfo.InvariantCulture, $"{what} {perRequest:0.#} times per request")
        : string.Create(CultureInfo.InvariantCulture, $"{what} in {perRequest:0.## %} of the requests");
}
