using System.Text.Json.Serialization;

namespace Dyno.Fleet;

/// <summary>An agent's description of itself.</summary>
public sealed record AgentCard
{
    /// <summary>The agent's name in the fleet: letters, digits, <c>-</c> and <c>_</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The agent's place in the order in which agents get their shares; null: the agent's name decides.</summary>
    public int? Index { get; init; }

    /// <summary>Drawn when the agent started, so that orders for an earlier session are refused.</summary>
    public required string Session { get; init; }

    /// <summary>The agent's build of Dyno.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>Identity of the agent's machine. A process on a machine of the same identity sees the agent's process.</summary>
    public string Machine { get; init; } = "";

    public int ProcessId { get; init; }

    /// <summary>Logical CPUs.</summary>
    public required int Cpus { get; init; }

    /// <summary>Memory that the agent's programs may use, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Requests per second that the agent's generator reached when it was calibrated; null when it never was.</summary>
    public double? Ceiling { get; init; }

    /// <summary>Address at which the other machines reach programs that the agent starts; null when it starts none.</summary>
    public string? Address { get; init; }

    /// <summary>The run that the agent is busy with; null while the agent is free.</summary>
    public string? Busy { get; init; }

    /// <summary>Build and commit as one text, which must be the same for all agents of a fleet.</summary>
    [JsonIgnore]
    public string Version => VersionOf(Tool);

    internal static string VersionOf(ToolRecord tool) => tool.Commit is null ? tool.Version : $"{tool.Version} ({tool.Commit})";

    /// <summary>Turns a text into a name that is one token of a NATS subject.</summary>
    public static string NameOf(string text)
    {
        var name = new StringBuilder();
        foreach (var letter in text.Take(64)) name.Append(char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' ? letter : '-');
        return name.Length == 0 ? "agent" : name.ToString();
    }
}
