namespace Dyno.Http;

/// <summary>One condition on an answer, e.g. <c>status == 200</c>: parsed from what a user writes, evaluated by every driver.</summary>
/// <param name="Text">The check as the user wrote it; also its name in the report.</param>
/// <param name="HeaderName">Name of the header when <paramref name="Subject"/> is a header, path when it is a field; otherwise empty.</param>
/// <param name="Number">Right side of a comparison of numbers: status, bytes, or nanoseconds.</param>
/// <param name="Operand">Right side of a comparison of texts.</param>
public sealed record ResponseCheck(
    string Text, CheckSubject Subject, string HeaderName, CheckOperator Operator, double Number, string Operand);

/// <summary>The part of an answer that a check reads.</summary>
public enum CheckSubject
{
    /// <summary>The status code.</summary>
    Status,

    /// <summary>The length of the body in bytes.</summary>
    Size,

    /// <summary>The service time.</summary>
    Duration,

    /// <summary>A header's value.</summary>
    Header,

    /// <summary>A field of a gRPC message, named by a path (<c>$.items[0].id</c>); of several messages the last one counts.</summary>
    Field,

    /// <summary>The body as UTF-8 bytes, without chunk framing and before decompression.</summary>
    Body,
}

/// <summary>The comparison of a check.</summary>
public enum CheckOperator
{
    /// <summary>==</summary>
    Equal,

    /// <summary>!=</summary>
    NotEqual,

    /// <summary>&lt;</summary>
    Less,

    /// <summary>&lt;=</summary>
    LessOrEqual,

    /// <summary>&gt;</summary>
    Greater,

    /// <summary>&gt;=</summary>
    GreaterOrEqual,

    /// <summary>contains (texts)</summary>
    Contains,
}
