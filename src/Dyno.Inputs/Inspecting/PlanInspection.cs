using System.Text.Json.Serialization;

namespace Dyno.Inputs;

/// <summary>
/// A plan for people and scripts to look at before anything is sent: where each part comes from, and which driver sends each request. Holds
/// no secret: a value that may be secret stands as written (<c>{{token}}</c>) or masked.
/// </summary>
public sealed record PlanInspection
{
    public required string Name { get; init; }

    /// <summary><c>url</c>, <c>http</c>, <c>websurge</c> …</summary>
    public required string InputKind { get; init; }

    /// <summary>The file or URL, without credentials.</summary>
    public required string Source { get; init; }

    /// <summary>Length of the warm-up (<c>2s</c>); <c>0s</c> for none.</summary>
    public required string WarmUp { get; init; }

    /// <summary>Worker threads per scenario.</summary>
    public required int Workers { get; init; }

    /// <summary>Conditions on the run, in k6's spelling.</summary>
    public required ImmutableArray<string> Thresholds { get; init; }

    /// <summary>The scenarios that run at the same time, one for each driver that is needed.</summary>
    public required ImmutableArray<InspectedScenario> Scenarios { get; init; }

    /// <summary>What is odd but prevents nothing.</summary>
    public ImmutableArray<string> Warnings { get; init; } = [];

    /// <summary>The document <c>dyno inspect</c> prints: JSON, indented, ending in a line break.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, InspectionContext.Readable.PlanInspection) + "\n";
}

/// <summary>One scenario.</summary>
public sealed record InspectedScenario
{
    public required string Name { get; init; }

    /// <summary>The driver that sends: <c>linux</c>, <c>portable</c>, <c>httpclient</c>, or <c>client</c> for requests that need answers.</summary>
    public required string Driver { get; init; }

    /// <summary>How iterations arrive, by k6's names.</summary>
    public required string Executor { get; init; }

    /// <summary>The executor's parameters.</summary>
    public required ImmutableSortedDictionary<string, string> Parameters { get; init; }

    /// <summary>What one iteration does, in words.</summary>
    public required string Iteration { get; init; }

    /// <summary>Conditions on answers.</summary>
    public required ImmutableArray<string> Checks { get; init; }

    /// <summary>The scenario's requests in order.</summary>
    public required ImmutableArray<InspectedRequest> Requests { get; init; }
}

/// <summary>One request.</summary>
public sealed record InspectedRequest
{
    public required string Name { get; init; }

    /// <summary>The line where the request begins in the file; null when it comes from no file.</summary>
    public int? Line { get; init; }

    /// <summary>The method in capitals.</summary>
    public required string Method { get; init; }

    /// <summary>The URL with its slots as written.</summary>
    public required string Url { get; init; }

    /// <summary><c>HTTP/1.1</c>, <c>HTTP/2</c> or <c>HTTP/3</c>.</summary>
    public required string Version { get; init; }

    /// <summary><c>Name: value</c>, secrets masked.</summary>
    public required ImmutableArray<string> Headers { get; init; }

    /// <summary>Bytes of the body; null when they are known only at sending.</summary>
    public long? BodyBytes { get; init; }

    /// <summary>Files of which the body is made.</summary>
    public ImmutableArray<string> BodyFiles { get; init; } = [];

    public required string Driver { get; init; }

    /// <summary>Why this driver sends the request.</summary>
    public required string Why { get; init; }

    /// <summary>The request's share in a mix; null without weights.</summary>
    public int? Weight { get; init; }

    /// <summary>Names of the requests whose answers this request needs.</summary>
    public ImmutableArray<string> Needs { get; init; } = [];

    /// <summary>Where the values of the request's slots come from.</summary>
    public ImmutableArray<InspectedValue> Values { get; init; } = [];

    /// <summary>Conditions on the answers of this request only.</summary>
    public ImmutableArray<string> Checks { get; init; } = [];

    /// <summary>Conditions on the figures of this request only.</summary>
    public ImmutableArray<string> Thresholds { get; init; } = [];
}

/// <summary>A slot and the source of its value.</summary>
/// <param name="From">Where its value comes from, in words.</param>
public sealed record InspectedValue(string Slot, string From);

[JsonSerializable(typeof(PlanInspection))]
internal sealed partial class InspectionContext : JsonSerializerContext
{
    // For a terminal, not for a web page: < and & are not escaped.
    public static InspectionContext Readable { get; } =
        new(new JsonSerializerOptions
        {
            WriteIndented = true,
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        });
}
