namespace Dyno.Http.Checks;

/// <summary>
/// One condition on an answer, e.g. <c>status == 200</c>: parsed from what a user writes, evaluated by every driver.
/// </summary>
/// <param name="Text">As the user wrote it; also its name in the report.</param>
/// <param name="Subject">What is looked at.</param>
/// <param name="HeaderName">Name of the header when <paramref name="Subject"/> is a header, path when it is a field; otherwise empty.</param>
/// <param name="Operator">How it is compared.</param>
/// <param name="Number">Right side for numbers: status, bytes, or nanoseconds.</param>
/// <param name="Operand">Right side for texts.</param>
public sealed record ResponseCheck(
    string Text, CheckSubject Subject, string HeaderName, CheckOperator Operator, double Number, string Operand);

/// <summary>What a check looks at.</summary>
public enum CheckSubject
{
    /// <summary>The status code.</summary>
    Status,

    /// <summary>Bytes of the body.</summary>
    Size,

    /// <summary>Service time.</summary>
    Duration,

    /// <summary>A header's value.</summary>
    Header,

    /// <summary>A field of a message of gRPC, named by a path (<c>$.items[0].id</c>); of several messages the last one counts.</summary>
    Field,

    /// <summary>The body as bytes of UTF-8, after chunking, before decompression.</summary>
    Body,
}

/// <summary>How a check compares.</summary>
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
