namespace Dyno.Load;

/// <summary>
/// The CPU time that the servers of a round and the generator have used up to a moment between two slices. Nothing is in flight then, so
/// each server may be read at its own moment and by its own clock.
/// </summary>
internal sealed class DuetLook
{
    private readonly ImmutableArray<CpuReading?> _servers;
    private readonly TimeSpan _generator;

    private DuetLook(ImmutableArray<CpuReading?> servers, TimeSpan generator) => (_servers, _generator) = (servers, generator);

    public static async Task<DuetLook> TakeAsync(ImmutableArray<DuetVariant> variants) =>
        new([.. await Task.WhenAll(variants.Select(v => v.ReadCpuAsync()))], Environment.CpuUsage.TotalTime);

    /// <summary>CPU time of a variant since an earlier look, in nanoseconds; null when it is not known.</summary>
    public long? UsedSince(DuetLook before, int variant) => _servers[variant]?.UsedNanos - before._servers[variant]?.UsedNanos;

    /// <summary>The time between an earlier look and this one, on the clock of the variant's machine, in nanoseconds; null when it is not known.</summary>
    public long? TimeSince(DuetLook before, int variant) => _servers[variant]?.AtNanos - before._servers[variant]?.AtNanos;

    /// <summary>
    /// The share of the time of a variant's CPUs since an earlier look that was neither idle nor used by any variant, 0 to 1; null when it
    /// is not known.
    /// </summary>
    /// <param name="variant">The variant; the others run on the same CPUs.</param>
    /// <param name="generatorSharesCpus">Whether the generator runs on the same CPUs, so that its use does not count as that of others.</param>
    public double? OthersShareSince(DuetLook before, int variant, bool generatorSharesCpus)
    {
        var used = _servers.Select((_, i) => UsedSince(before, i)).ToList();
        if (used.Contains(null) || TimeSince(before, variant) is not (> 0 and var nanos)) return null;
        if (_servers[variant]!.IdleNanos - before._servers[variant]!.IdleNanos is not { } idle) return null;
        var ours = used.Sum()!.Value + (generatorSharesCpus ? (_generator - before._generator).TotalNanoseconds : 0);
        return Math.Clamp(1 - (idle + ours) / ((double)nanos * _servers[variant]!.Cpus), 0, 1);
    }
}
