namespace Dyno.Results;

/// <summary>A set of logical CPUs, written as Linux writes it: <c>0</c>, <c>0-3,8</c>. Immutable.</summary>
public sealed class CpuSet : IEquatable<CpuSet>
{
    /// <summary>The highest CPU number that is accepted, plus one.</summary>
    public const int MaxCpus = 4096;

    /// <summary>Creates a set; order and repetitions do not matter.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A number is negative or not below <see cref="MaxCpus"/>.</exception>
    public CpuSet(IEnumerable<int> cpus)
    {
        Cpus = [.. cpus.Distinct().Order()];
        if (Cpus.Any(cpu => cpu is < 0 or >= MaxCpus))
            throw new ArgumentOutOfRangeException(nameof(cpus), $"CPU numbers go from 0 to {MaxCpus - 1}");
    }

    /// <summary>The CPU numbers, ascending.</summary>
    public ImmutableArray<int> Cpus { get; }

    /// <summary>How many CPUs.</summary>
    public int Count => Cpus.Length;

    /// <summary>Reads the Linux notation.</summary>
    /// <param name="text">E.g. <c>0-3,8</c>; surrounding blanks are allowed.</param>
    /// <returns>False when the text is empty or malformed.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out CpuSet? set)
    {
        set = null;
        if (string.IsNullOrWhiteSpace(text)) return false;
        var cpus = new List<int>();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries))
            if (!TryAddRange(part, cpus)) return false;
        set = new CpuSet(cpus);
        return true;
    }

    public bool Equals(CpuSet? other) => other is not null && Cpus.SequenceEqual(other.Cpus);

    public override bool Equals(object? obj) => Equals(obj as CpuSet);

    public override int GetHashCode() => Cpus.Aggregate(17, HashCode.Combine);

    /// <summary>The Linux notation; empty for the empty set.</summary>
    public override string ToString()
    {
        var parts = new List<string>();
        for (var i = 0; i < Cpus.Length;)
        {
            var end = i;
            while (end + 1 < Cpus.Length && Cpus[end + 1] == Cpus[end] + 1) end++;
            parts.Add(end == i ? $"{Cpus[i]}" : $"{Cpus[i]}-{Cpus[end]}");
            i = end + 1;
        }

        return string.Join(',', parts);
    }

    private static bool TryAddRange(string part, List<int> cpus)
    {
        var dash = part.IndexOf('-', StringComparison.Ordinal);
        if (!TryNumber(dash < 0 ? part : part[..dash], out var first)) return false;
        var last = first;
        if (dash >= 0 && !TryNumber(part[(dash + 1)..], out last)) return false;
        if (last < first) return false;
        cpus.AddRange(Enumerable.Range(first, last - first + 1));
        return true;
    }

    private static bool TryNumber(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number < MaxCpus;
}
