namespace Dyno.Http;

/// <summary>The types of fields, numbered as in descriptor.proto.</summary>
internal enum FieldKind : byte
{
    Double = 1,
    Float,
    Int64,
    UInt64,
    Int32,
    Fixed64,
    Fixed32,
    Bool,
    String,
    Group,
    Message,
    Bytes,
    UInt32,
    Enum,
    SFixed32,
    SFixed64,
    SInt32,
    SInt64,
}

/// <summary>Message types that have a JSON form of their own.</summary>
internal enum WellKnown : byte
{
    None,
    Timestamp,
    Duration,
    Wrapper,
    Struct,
    Value,
    List,
    FieldMask,
    Any,
}
