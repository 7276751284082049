namespace Dyno.Http;

/// <summary>What one call of <see cref="ResponseParser.Read"/> found.</summary>
public enum ParseEvent : byte
{
    /// <summary>The parser needs more bytes. Bytes that were not consumed must be offered again, followed by more.</summary>
    NeedMore,

    /// <summary>A head with a status of 1xx was consumed; the final head follows.</summary>
    Interim,

    /// <summary>The final head was consumed; status and framing are known.</summary>
    Head,

    /// <summary>The last <c>bodyBytes</c> of the consumed bytes belong to the body.</summary>
    Body,

    /// <summary>The response is complete.</summary>
    Complete,

    /// <summary>The bytes are not a valid response; <see cref="ResponseParser.Fault"/> says why.</summary>
    Failed,
}
