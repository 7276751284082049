namespace Dyno.Http;

/// <summary>
/// A request of a sequence. A virtual user sends it after the requests before it, with values of their answers. Its texts have slots for
/// feed columns, generated values and answers. Immutable.
/// </summary>
public sealed record DependentRequest
{
    /// <summary>Unique in its scenario.</summary>
    public required string Name { get; init; }

    /// <summary>The name by which later requests refer to this request; null when no later request does.</summary>
    public string? Label { get; init; }

    /// <summary>The method in upper case.</summary>
    public required string Method { get; init; }

    /// <summary>The URL: once its slots are filled, an absolute http or https URL.</summary>
    public required TextTemplate Url { get; init; }

    /// <summary>The URL for display: without secrets, with slots as written in the file.</summary>
    public required string ShownUrl { get; init; }

    /// <summary>Scheme, host and port that replace those of the URL; null: the URL stays as it is. Used for a program that Dyno started.</summary>
    public Uri? RebaseTo { get; init; }

    /// <summary>The headers in order; Host and Content-Length are added where they are missing.</summary>
    public ImmutableArray<DependentHeader> Headers { get; init; } = [];

    public ImmutableArray<DependentBody> Body { get; init; } = [];

    /// <summary>Whether the request is sent only once, and for whom; its answer and cookies then hold for all iterations. Null: sent in each.</summary>
    public OnceFor? Once { get; init; }

    /// <summary>Whether cookies that the answer sets are sent with later requests. Default true.</summary>
    public bool KeepsCookies { get; init; } = true;

    /// <summary>Checks on the answers of this request, in addition to the checks on all requests.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];
}

/// <summary>A header of a dependent request.</summary>
public readonly record struct DependentHeader(string Name, TextTemplate Value);

/// <summary>A piece of a body: a text, or bytes when there is none.</summary>
public readonly record struct DependentBody(TextTemplate? Text, Encoding Encoding, ReadOnlyMemory<byte> Bytes);
