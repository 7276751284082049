using System.Collections.Immutable;

namespace Dyno.Http.Requests;

/// <summary>One request of a session, validated: the bytes on the wire follow from it.</summary>
public sealed record HttpRequestPlan
{
    /// <summary>Unique in its scenario; by default method and path.</summary>
    public required string Name { get; init; }

    /// <summary>Method in capitals.</summary>
    public required string Method { get; init; }

    /// <summary>Absolute http or https URL without user info and fragment.</summary>
    public required Uri Url { get; init; }

    /// <summary>Headers in order, as they are to be sent. Host and Content-Length are added where missing.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Body; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }
}

/// <summary>One header line.</summary>
/// <param name="Name">A token by RFC 9110.</param>
/// <param name="Value">No control characters.</param>
public readonly record struct HeaderField(string Name, string Value);
