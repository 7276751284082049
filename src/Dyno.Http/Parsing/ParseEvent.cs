namespace Dyno.Http.Parsing;

/// <summary>What one call of <see cref="ResponseParser.Read"/> found.</summary>
public enum ParseEvent : byte
{
    /// <summary>Nothing more can be said without more bytes. Bytes not consumed must be offered again, with more behind them.</summary>
    NeedMore,

    /// <summary>A head with a status of 1xx was consumed; the final one follows.</summary>
    Interim,

    /// <summary>The final head was consumed; status and framing are known.</summary>
    Head,

    /// <summary>The last <c>bodyBytes</c> of the consumed bytes belong to the body.</summary>
    Body,

    /// <summary>The response is whole.</summary>
    Complete,

    /// <summary>The bytes are not a valid response; <see cref="ResponseParser.Fault"/> says why.</summary>
    Failed,
}
