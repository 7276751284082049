namespace Dyno.Cli;

/// <summary>What <c>dyno prune</c> was asked to do.</summary>
internal sealed record PruneOptions
{
    /// <summary>Number of newest runs to keep; null: the age alone decides.</summary>
    public int? Keep { get; init; }

    /// <summary>Age up to which runs are kept; null: the number alone decides.</summary>
    public TimeSpan? OlderThan { get; init; }

    /// <summary>Whether tagged runs may go too.</summary>
    public bool IncludesTagged { get; init; }

    /// <summary>Whether the folders of programs under test go too.</summary>
    public bool IncludesSubjects { get; init; }

    /// <summary>Whether the runs to remove are only listed.</summary>
    public bool IsDryRun { get; init; }
}
