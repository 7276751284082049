namespace Dyno.Bench;

/// <summary>The cost of a request for a client in one round: over the whole process, and without its start and end.</summary>
/// <param name="WholeMicros">CPU µs per request of the long run's whole process.</param>
/// <param name="SteadyMicros">CPU µs per request from the difference of a short and a long run, without the costs that both have.</param>
/// <param name="RequestsPerSecond">Rate of the long run.</param>
/// <param name="Errors">Failed requests.</param>
internal sealed record RequestCost(double WholeMicros, double SteadyMicros, double RequestsPerSecond, long Errors)
{
    /// <summary>Length of the short run, long enough for a just-in-time compiler to settle.</summary>
    private const double ShortSeconds = 2;

    public static RequestCost Measure(ILoadClient client, string url, int connections, BenchOptions options)
    {
        var brief = client.Run(url, connections, Math.Clamp(options.Seconds / 2, 1, ShortSeconds), options.ClientCpu);
        var full = client.Run(url, connections, options.Seconds, options.ClientCpu);
        var steady = (full.CpuSeconds - brief.CpuSeconds) / Math.Max(1, full.Requests - brief.Requests);
        var whole = full.CpuSeconds / Math.Max(1, full.Requests);
        return new(whole * 1e6, steady * 1e6, full.Requests / options.Seconds, brief.Errors + full.Errors);
    }
}
