namespace Dyno.Cli;

/// <summary>
/// Watches a server while another program measures it. That program creates a file in a folder when the measurement begins, and another
/// when it ends.
/// </summary>
internal sealed class MeasurementWatch(string folder, IServerProbe probe, TimeProvider time)
{
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>Watches until the program has ended.</summary>
    /// <param name="ended">Completes when the program has ended.</param>
    /// <returns>What was seen; null when nothing was measured.</returns>
    public async Task<ServerObservation?> UntilAsync(Task ended)
    {
        while (!Has("measuring") && !ended.IsCompleted) await GlanceAsync(ended);
        if (!Has("measuring"))
        {
            await ended;
            return null;
        }
        probe.Begin();
        await SampleAsync(ended);
        var seen = Requests() is { } requests ? await probe.EndAsync(requests) : null;
        await ended;
        return seen;
    }

    private async Task SampleAsync(Task ended)
    {
        var began = time.GetTimestamp();
        for (var next = Second; !Has("measured") && !ended.IsCompleted; await GlanceAsync(ended))
        {
            var elapsed = time.GetElapsedTime(began);
            if (elapsed < next) continue;
            probe.Sample(elapsed);
            next += Second;
        }
    }

    private Task<Task> GlanceAsync(Task ended) => Task.WhenAny(ended, Task.Delay(Glance, time));

    private bool Has(string note) => File.Exists(Path.Combine(folder, note));

    private long? Requests() => Has("measured")
        && long.TryParse(File.ReadAllText(Path.Combine(folder, "measured")), NumberStyles.None, CultureInfo.InvariantCulture, out var requests) ? requests : null;
}
