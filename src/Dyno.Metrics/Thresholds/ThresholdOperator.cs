namespace Dyno.Metrics;

/// <summary>How a threshold compares a figure with its limit.</summary>
public enum ThresholdOperator
{
    /// <summary><c>&lt;</c></summary>
    Less,

    /// <summary><c>&lt;=</c></summary>
    LessOrEqual,

    /// <summary><c>&gt;</c></summary>
    Greater,

    /// <summary><c>&gt;=</c></summary>
    GreaterOrEqual,

    /// <summary><c>==</c>, also written <c>===</c>.</summary>
    Equal,

    /// <summary><c>!=</c></summary>
    NotEqual,
}
