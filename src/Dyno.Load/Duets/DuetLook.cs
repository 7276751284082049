using System.Collections.Immutable;
using Dyno.Load.Running;

namespace Dyno.Load.Duets;

/// <summary>
/// What the servers of a round and the generator have used up to a moment between two slices. Nothing is in flight then, so each server
/// may be read at a moment of its own, by a clock of its own.
/// </summary>
internal sealed class DuetLook
{
    private readonly ImmutableArray<CpuReading?> _servers;
    private readonly TimeSpan _generator;

    private DuetLook(ImmutableArray<CpuReading?> servers, TimeSpan generator) => (_servers, _generator) = (servers, generator);

    /// <summary>Looks now.</summary>
    public static async Task<DuetLook> TakeAsync(ImmutableArray<DuetVariant> variants) =>
        new([.. await Task.WhenAll(variants.Select(v => v.ReadCpuAsync()))], Environment.CpuUsage.TotalTime);

    /// <summary>CPU time of a variant since an earlier look, in nanoseconds; null when it is not known.</summary>
    public long? UsedSince(DuetLook before, int variant) => _servers[variant]?.UsedNanos - before._servers[variant]?.UsedNanos;

    /// <summary>The time between an earlier look and this one, where the variant runs, in nanoseconds; null when it is not known.</summary>
    public long? TimeSince(DuetLook before, int variant) => _servers[variant]?.AtNanos - before._servers[variant]?.AtNanos;

    /// <summary>
    /// The share of a variant's CPUs since an earlier look that was neither idle nor any variant's; null when it is not known.
    /// </summary>
    /// <param name="before">The earlier look.</param>
    /// <param name="variant">The variant; the others run on the same CPUs.</param>
    /// <param name="generatorSharesCpus">Whether the generator's own use is no stranger's.</param>
    public double? OthersShareSince(DuetLook before, int variant, bool generatorSharesCpus)
    {
        var used = _servers.Select((_, i) => UsedSince(before, i)).ToList();
        if (used.Contains(null) || TimeSince(before, variant) is not (> 0 and var nanos)) return null;
        if (_servers[variant]!.IdleNanos - before._servers[variant]!.IdleNanos is not { } idle) return null;
        var ours = used.Sum()!.Value + (generatorSharesCpus ? (_generator - before._generator).TotalNanoseconds : 0);
        return Math.Clamp(1 - (idle + ours) / ((double)nanos * _servers[variant]!.Cpus), 0, 1);
    }
}
