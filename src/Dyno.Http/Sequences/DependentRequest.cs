using System.Collections.Immutable;
using System.Text;
using Dyno.Http.Checks;
using Dyno.Http.Templates;

namespace Dyno.Http.Sequences;

/// <summary>
/// A request of a sequence: sent by a virtual user after those before it, with values of their answers. Texts have slots
/// for feed columns, generated values and answers. Immutable.
/// </summary>
public sealed record DependentRequest
{
    /// <summary>Unique in its scenario.</summary>
    public required string Name { get; init; }

    /// <summary>What later requests call it; null when none does.</summary>
    public string? Label { get; init; }

    /// <summary>Method in capitals.</summary>
    public required string Method { get; init; }

    /// <summary>An absolute http or https URL, once filled.</summary>
    public required TextTemplate Url { get; init; }

    /// <summary>The URL as people see it: without secrets, slots as written.</summary>
    public required string ShownUrl { get; init; }

    /// <summary>Scheme, host and port that replace those of the URL; null: its own. For a program that Dyno started.</summary>
    public Uri? RebaseTo { get; init; }

    /// <summary>Headers in order; Host and Content-Length are added where missing.</summary>
    public ImmutableArray<DependentHeader> Headers { get; init; } = [];

    /// <summary>Pieces of the body.</summary>
    public ImmutableArray<DependentBody> Body { get; init; } = [];

    /// <summary>Whether cookies that its answer sets go with the requests behind it. Default true.</summary>
    public bool KeepsCookies { get; init; } = true;

    /// <summary>Checks on the answers of this request, beside those of all.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];
}

/// <summary>A header of a dependent request.</summary>
public readonly record struct DependentHeader(string Name, TextTemplate Value);

/// <summary>A piece of a body: a text, or bytes when there is none.</summary>
public readonly record struct DependentBody(TextTemplate? Text, Encoding Encoding, ReadOnlyMemory<byte> Bytes);
