namespace Dyno.Results;

/// <summary>A kind of service that an experiment can run beside its programs. Dyno.Subjects starts the services of each kind.</summary>
/// <param name="Name">The name of the kind in files and documents.</param>
/// <param name="WorkUnit">The unit in which the service counts its work, in the plural; null where it counts nothing.</param>
public sealed record ServiceKind(string Name, string? WorkUnit)
{
    /// <summary>PostgreSQL, with its own folder.</summary>
    public static ServiceKind Postgres { get; } = new("postgres", "transactions");

    /// <summary>Redis, or a server that speaks its protocol.</summary>
    public static ServiceKind Redis { get; } = new("redis", "commands");

    /// <summary>Any program.</summary>
    public static ServiceKind Command { get; } = new("command", null);

    /// <summary>All kinds, in the order in which messages list them.</summary>
    public static ImmutableArray<ServiceKind> All { get; } = [Postgres, Redis, Command];

    /// <summary>The names of all kinds, as the end of a sentence: <c>postgres, redis or command</c>.</summary>
    public static string NamesInWords => $"{string.Join(", ", All[..^1].Select(kind => kind.Name))} or {All[^1].Name}";

    /// <summary>The kind with this name; null when there is none.</summary>
    public static ServiceKind? Find(string name) => All.FirstOrDefault(kind => kind.Name == name);

    /// <summary>The work unit of a kind; <c>commands</c> where the kind counts nothing, or where a document names a kind that is not known here.</summary>
    public static string WorkUnitOf(string name) => Find(name)?.WorkUnit ?? "commands";
}
