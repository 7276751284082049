namespace Dyno.Bench;

/// <summary>The cost of an iteration of a k6 script in one round, with 100 users at full speed.</summary>
/// <param name="WholeMicros">CPU µs per iteration of the long run's whole process.</param>
/// <param name="SteadyMicros">CPU µs per iteration from the difference of a short and a long run, without the costs that both have.</param>
/// <param name="PerSecond">Rate of the long run.</param>
internal sealed record IterationCost(double WholeMicros, double SteadyMicros, double PerSecond)
{
    private const double ShortSeconds = 3; // long enough for the engine's just-in-time compilers to settle

    public static IterationCost Measure(ScriptClient client, string script, string url, BenchOptions options)
    {
        var brief = Run(ShortSeconds);
        var full = Run(ShortSeconds + options.Seconds);
        return new(full.Ended.CpuSeconds / full.Iterations * 1e6,
            (full.Ended.CpuSeconds - brief.Ended.CpuSeconds) / Math.Max(1, full.Iterations - brief.Iterations) * 1e6,
            full.Iterations / (ShortSeconds + options.Seconds));

        ScriptRun Run(double seconds)
        {
            var run = client.Run(options.ClientCpu, script, url, "-u", "100", "-d", DynoClient.Duration(seconds), "--insecure-skip-tls-verify");
            return run.Iterations > 0 ? run : throw new BenchException($"{client.Name} ran no iteration:\n{run.Ended.Output}");
        }
    }
}
