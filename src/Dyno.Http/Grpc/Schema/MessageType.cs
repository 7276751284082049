namespace Dyno.Http;

/// <summary>A message type as its descriptor defines it. Its fields are set once all types of a schema are known; then it is immutable.</summary>
internal sealed class MessageType(string fullName, GrpcSchema schema)
{
    /// <summary>The name with the package, without a leading dot.</summary>
    public string FullName { get; } = fullName;

    public GrpcSchema Schema { get; } = schema;

    public WellKnown WellKnown { get; } = KnownBy(fullName);

    /// <summary>The fields, ordered by their numbers.</summary>
    public ImmutableArray<FieldType> Fields { get; private set; } = [];

    /// <summary>The fields that every message must have.</summary>
    public ImmutableArray<FieldType> Required { get; private set; } = [];

    /// <summary>How many oneofs the type has, at least: one more than the highest number of one that has a field.</summary>
    public int OneOfs { get; private set; }

    public void SetFields(ImmutableArray<FieldType> fields) =>
        (Fields, Required, OneOfs) = (fields, [.. fields.Where(f => f.IsRequired)], fields.Select(f => f.OneOf + 1).DefaultIfEmpty().Max());

    public FieldType? Field(int number)
    {
        foreach (var field in Fields)
            if (field.Number == number) return field;
        return null;
    }

    private static WellKnown KnownBy(string name) => name switch
    {
        "google.protobuf.Timestamp" => WellKnown.Timestamp,
        "google.protobuf.Duration" => WellKnown.Duration,
        "google.protobuf.Struct" => WellKnown.Struct,
        "google.protobuf.Value" => WellKnown.Value,
        "google.protobuf.ListValue" => WellKnown.List,
        "google.protobuf.FieldMask" => WellKnown.FieldMask,
        "google.protobuf.Any" => WellKnown.Any,
        _ => name.StartsWith("google.protobuf.", StringComparison.Ordinal) && name.EndsWith("Value", StringComparison.Ordinal) ? WellKnown.Wrapper : WellKnown.None,
    };
}

internal sealed class FieldType
{
    private readonly string _jsonName = "";
    private readonly string _name = "";

    public required int Number { get; init; }

    /// <summary>The name of the field as the .proto file writes it.</summary>
    public required string Name
    {
        get => _name;
        init => (_name, NameUtf8) = (value, Encoding.UTF8.GetBytes(value));
    }

    /// <summary>The name of the field in JSON (lowerCamelCase unless the file says otherwise).</summary>
    public required string JsonName
    {
        get => _jsonName;
        init => (_jsonName, JsonNameUtf8) = (value, Encoding.UTF8.GetBytes(value));
    }

    public byte[] NameUtf8 { get; private init; } = [];

    public byte[] JsonNameUtf8 { get; private init; } = [];

    public required FieldKind Kind { get; init; }

    public bool IsRepeated { get; init; }

    public bool IsPacked { get; init; }

    /// <summary>Whether a field that is present with its default value differs from an absent field.</summary>
    public bool HasPresence { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>The number of the field's oneof; −1 for none.</summary>
    public int OneOf { get; init; } = -1;

    /// <summary>The type of a field that is a message or a group.</summary>
    public MessageType? Message { get; init; }

    public EnumType? Enum { get; init; }

    /// <summary>Whether the field is a map: repeated entries that JSON writes as an object.</summary>
    public bool IsMap { get; init; }

    /// <summary>The wire type of one value: 0 varint, 1 eight bytes, 2 length and bytes, 3 group, 5 four bytes.</summary>
    public int WireType => Kind switch
    {
        FieldKind.Double or FieldKind.Fixed64 or FieldKind.SFixed64 => 1,
        FieldKind.Float or FieldKind.Fixed32 or FieldKind.SFixed32 => 5,
        FieldKind.String or FieldKind.Bytes or FieldKind.Message => 2,
        FieldKind.Group => 3,
        _ => 0,
    };
}

internal sealed class EnumType(string fullName, IEnumerable<(string Name, int Number)> values)
{
    public string FullName { get; } = fullName;

    public ImmutableArray<(string Name, byte[] Utf8, int Number)> Values { get; } = [.. values.Select(v => (v.Name, Encoding.UTF8.GetBytes(v.Name), v.Number))];

    public bool IsNull => FullName == "google.protobuf.NullValue";
}
