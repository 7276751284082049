using System.Text;
using System.Text.Json.Serialization;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Messages;

/// <summary>What an agent is.</summary>
public sealed record AgentCard
{
    /// <summary>Its name in the fleet: letters, digits, <c>-</c> and <c>_</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Its place among the agents, which have their shares in this order; null: they have them by name.</summary>
    public int? Index { get; init; }

    /// <summary>Drawn when it started: orders for an earlier start are refused.</summary>
    public required string Session { get; init; }

    /// <summary>Its build of Dyno.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>The machine it is on: one on the same machine sees its process.</summary>
    public string Machine { get; init; } = "";

    /// <summary>Its process there.</summary>
    public int ProcessId { get; init; }

    /// <summary>Logical CPUs.</summary>
    public required int Cpus { get; init; }

    /// <summary>Memory that its programs may use, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Requests per second that its generator reached when it was calibrated; null when it never was.</summary>
    public double? Ceiling { get; init; }

    /// <summary>Where programs that it starts can be reached by the others; null when it starts none.</summary>
    public string? Address { get; init; }

    /// <summary>The run it is busy with; null while it is free.</summary>
    public string? Busy { get; init; }

    /// <summary>Build and commit as one word, which all of a fleet share.</summary>
    [JsonIgnore]
    public string Version => VersionOf(Tool);

    internal static string VersionOf(ToolRecord tool) => tool.Commit is null ? tool.Version : $"{tool.Version} ({tool.Commit})";

    /// <summary>A name as one word of a subject.</summary>
    public static string NameOf(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var name = new StringBuilder();
        foreach (var letter in text.Take(64)) name.Append(char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' ? letter : '-');
        return name.Length == 0 ? "agent" : name.ToString();
    }
}
