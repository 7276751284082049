namespace Dyno.Cli.History;

/// <summary>What <c>dyno prune</c> was asked to do.</summary>
internal sealed record PruneOptions
{
    /// <summary>The newest so many stay; null: the age alone decides.</summary>
    public int? Keep { get; init; }

    /// <summary>What is not older stays; null: the number alone decides.</summary>
    public TimeSpan? OlderThan { get; init; }

    /// <summary>Whether tagged runs may go too.</summary>
    public bool IncludesTagged { get; init; }

    /// <summary>Only say what would go.</summary>
    public bool IsDryRun { get; init; }
}
