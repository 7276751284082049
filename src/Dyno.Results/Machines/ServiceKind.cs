using System.Collections.Immutable;

namespace Dyno.Results.Machines;

/// <summary>A kind of service that an experiment can have beside its programs. How each is started, Dyno.Subjects knows.</summary>
/// <param name="Name">The word in files and documents.</param>
/// <param name="WorkUnit">What it counts of its work, in the plural; null where it counts nothing.</param>
public sealed record ServiceKind(string Name, string? WorkUnit)
{
    /// <summary>PostgreSQL, with a folder of its own.</summary>
    public static ServiceKind Postgres { get; } = new("postgres", "transactions");

    /// <summary>Redis, or what speaks like it.</summary>
    public static ServiceKind Redis { get; } = new("redis", "commands");

    /// <summary>Any program.</summary>
    public static ServiceKind Command { get; } = new("command", null);

    /// <summary>All of them, in the order in which messages list them.</summary>
    public static ImmutableArray<ServiceKind> All { get; } = [Postgres, Redis, Command];

    /// <summary>Their names, as the end of a sentence: <c>postgres, redis or command</c>.</summary>
    public static string NamesInWords => $"{string.Join(", ", All[..^1].Select(kind => kind.Name))} or {All[^1].Name}";

    /// <summary>The kind of a name; null when there is none.</summary>
    public static ServiceKind? Find(string name) => All.FirstOrDefault(kind => kind.Name == name);

    /// <summary>What a service of a kind counts; <c>commands</c> for a document of a kind that is not known here.</summary>
    public static string WorkUnitOf(string name) => Find(name)?.WorkUnit ?? "commands";
}
