namespace Dyno.Subjects;

/// <summary>A process to start, with every decision made.</summary>
internal sealed record ProcessPlan
{
    /// <summary>The executable: a path, or a name that is looked up in PATH.</summary>
    public required string FileName { get; init; }

    /// <summary>Its arguments, one per entry; no shell interprets them.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    public required string WorkingDirectory { get; init; }

    /// <summary>Variables that differ from Dyno's own environment; a null value removes one.</summary>
    public ImmutableSortedDictionary<string, string?> Environment { get; init; } =
        ImmutableSortedDictionary.Create<string, string?>(StringComparer.Ordinal);

    /// <summary>The file for its standard output and error. The file is created, and only its owner may read it.</summary>
    public required string OutputFile { get; init; }

    /// <summary>Removes the secrets from a line of the output; applied to the kept file once the process has ended.</summary>
    public Func<string, string> Mask { get; init; } = Redaction.Text;

    /// <summary>CPUs to which the process is pinned from its first instruction; null: the CPUs of the caller.</summary>
    public CpuSet? Cpus { get; init; }
}
