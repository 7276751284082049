namespace Dyno.Http;

/// <summary>
/// Converts the wire format of protobuf to JSON, by descriptor. A missing field is written with its default value, so that a condition
/// can refer to it; missing messages and missing members of a oneof are left out. Unknown fields are skipped.
/// </summary>
internal static class WireToJson
{
    private const int MaxDepth = 100;

    /// <summary>Writes one message.</summary>
    /// <exception cref="GrpcMessageException">The bytes are not a message of this type.</exception>
    public static void Write(MessageType type, ReadOnlySpan<byte> message, Utf8JsonWriter json) => Message(type, message, json, 0);

    public static string Text(MessageType type, ReadOnlySpan<byte> message, bool isIndented = false)
    {
        var buffer = new System.Buffers.ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer,
            new JsonWriterOptions { Indented = isIndented, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
            Write(type, message, writer);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static void Message(MessageType type, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        if (depth > MaxDepth) throw new GrpcMessageException("the message is nested too deeply");
        if (type.WellKnown != WellKnown.None) { WellKnownMessage(type, message, json, depth); return; }
        json.WriteStartObject();
        Fields(type, message, json, depth);
        json.WriteEndObject();
    }

    private static void Fields(MessageType type, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        foreach (var field in type.Fields)
        {
            if (field.IsMap) Map(field, message, json, depth);
            else if (field.IsRepeated) List(field, message, json, depth);
            else Single(field, message, json, depth);
        }
        // A last pass over all fields: a truncated message must fail even if no known field reaches the missing bytes.
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);) reader.Skip(number, wireType);
    }

    // If the field occurs several times, the last occurrence counts.
    private static void Single(FieldType field, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        var isThere = false;
        WireReader found = default;
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number == field.Number && wireType == field.WireType) { isThere = true; found = reader; }
            reader.Skip(number, wireType);
        }
        if (!isThere && field.HasPresence) return;
        json.WritePropertyName(field.JsonNameUtf8);
        if (isThere) Value(field, ref found, json, depth);
        else Default(field, json);
    }

    private static void List(FieldType field, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        json.WriteStartArray(field.JsonNameUtf8);
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number != field.Number) reader.Skip(number, wireType);
            else if (wireType == field.WireType) Value(field, ref reader, json, depth);
            else if (wireType == 2)
                for (var packed = new WireReader(reader.Bytes()); !packed.IsAtEnd;) Value(field, ref packed, json, depth);
            else reader.Skip(number, wireType);
        }
        json.WriteEndArray();
    }

    private static void Map(FieldType field, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        var (key, value) = (field.Message!.Field(1)!, field.Message.Field(2)!);
        json.WriteStartObject(field.JsonNameUtf8);
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number != field.Number || wireType != 2) { reader.Skip(number, wireType); continue; }
            var entry = reader.Bytes();
            json.WritePropertyName(KeyOf(key, entry));
            var isThere = false;
            WireReader found = default;
            for (var inner = new WireReader(entry); inner.TryTag(out var part, out var type);)
            {
                if (part == 2 && type == value.WireType) { isThere = true; found = inner; }
                inner.Skip(part, type);
            }
            if (isThere) Value(value, ref found, json, depth);
            else if (value.Message is { } empty) Message(empty, default, json, depth + 1);
            else Default(value, json);
        }
        json.WriteEndObject();
    }

    private static string KeyOf(FieldType key, ReadOnlySpan<byte> entry)
    {
        for (var reader = new WireReader(entry); reader.TryTag(out var number, out var wireType);)
        {
            if (number != 1 || wireType != key.WireType) { reader.Skip(number, wireType); continue; }
            return key.Kind switch
            {
                FieldKind.String => Encoding.UTF8.GetString(reader.Bytes()),
                FieldKind.Bool => reader.Varint() != 0 ? "true" : "false",
                FieldKind.UInt64 or FieldKind.UInt32 => reader.Varint().ToString(CultureInfo.InvariantCulture),
                FieldKind.Fixed64 => reader.Fixed64().ToString(CultureInfo.InvariantCulture),
                FieldKind.Fixed32 => reader.Fixed32().ToString(CultureInfo.InvariantCulture),
                FieldKind.SFixed64 => ((long)reader.Fixed64()).ToString(CultureInfo.InvariantCulture),
                FieldKind.SFixed32 => ((int)reader.Fixed32()).ToString(CultureInfo.InvariantCulture),
                FieldKind.SInt32 or FieldKind.SInt64 => ZigZag(reader.Varint()).ToString(CultureInfo.InvariantCulture),
                _ => ((long)reader.Varint()).ToString(CultureInfo.InvariantCulture),
            };
        }
        return key.Kind switch { FieldKind.String => "", FieldKind.Bool => "false", _ => "0" };
    }

    private static void Value(FieldType field, ref WireReader reader, Utf8JsonWriter json, int depth)
    {
        switch (field.Kind)
        {
            case FieldKind.Message: Message(field.Message!, reader.Bytes(), json, depth + 1); break;
            case FieldKind.Group: Message(field.Message!, reader.Group(field.Number), json, depth + 1); break;
            case FieldKind.String: json.WriteStringValue(reader.Bytes()); break;
            case FieldKind.Bytes: json.WriteBase64StringValue(reader.Bytes()); break;
            case FieldKind.Bool: json.WriteBooleanValue(reader.Varint() != 0); break;
            case FieldKind.Enum: EnumValue(field.Enum!, (int)reader.Varint(), json); break;
            case FieldKind.Double: Real(BitConverter.UInt64BitsToDouble(reader.Fixed64()), json); break;
            case FieldKind.Float:
                var real = BitConverter.UInt32BitsToSingle(reader.Fixed32());
                if (float.IsFinite(real)) json.WriteNumberValue(real);
                else Real(real, json);
                break;
            case FieldKind.Int32: json.WriteNumberValue((int)reader.Varint()); break;
            case FieldKind.UInt32: json.WriteNumberValue((uint)reader.Varint()); break;
            case FieldKind.SInt32: json.WriteNumberValue((int)ZigZag(reader.Varint())); break;
            case FieldKind.Fixed32: json.WriteNumberValue(reader.Fixed32()); break;
            case FieldKind.SFixed32: json.WriteNumberValue((int)reader.Fixed32()); break;
            case FieldKind.Int64: Long((long)reader.Varint(), json); break;
            case FieldKind.SInt64: Long(ZigZag(reader.Varint()), json); break;
            case FieldKind.SFixed64: Long((long)reader.Fixed64(), json); break;
            case FieldKind.UInt64: Unsigned(reader.Varint(), json); break;
            case FieldKind.Fixed64: Unsigned(reader.Fixed64(), json); break;
        }
    }

    private static void Default(FieldType field, Utf8JsonWriter json)
    {
        switch (field.Kind)
        {
            case FieldKind.String or FieldKind.Bytes: json.WriteStringValue(""u8); break;
            case FieldKind.Bool: json.WriteBooleanValue(false); break;
            case FieldKind.Enum: EnumValue(field.Enum!, 0, json); break;
            case FieldKind.Int64 or FieldKind.UInt64 or FieldKind.SInt64 or FieldKind.Fixed64 or FieldKind.SFixed64: json.WriteStringValue("0"u8); break;
            default: json.WriteNumberValue(0); break;
        }
    }

    private static void EnumValue(EnumType type, int number, Utf8JsonWriter json)
    {
        if (type.IsNull) { json.WriteNullValue(); return; }
        foreach (var (_, utf8, value) in type.Values)
            if (value == number) { json.WriteStringValue(utf8); return; }
        json.WriteNumberValue(number);
    }

    // 64-bit integers are written as strings, because a JSON number is read as a double (53 bits) by many readers.
    private static void Long(long value, Utf8JsonWriter json)
    {
        Span<byte> text = stackalloc byte[24];
        value.TryFormat(text, out var length, provider: CultureInfo.InvariantCulture);
        json.WriteStringValue(text[..length]);
    }

    private static void Unsigned(ulong value, Utf8JsonWriter json)
    {
        Span<byte> text = stackalloc byte[24];
        value.TryFormat(text, out var length, provider: CultureInfo.InvariantCulture);
        json.WriteStringValue(text[..length]);
    }

    private static void Real(double value, Utf8JsonWriter json)
    {
        if (double.IsFinite(value)) json.WriteNumberValue(value);
        else json.WriteStringValue(double.IsNaN(value) ? "NaN"u8 : value > 0 ? "Infinity"u8 : "-Infinity"u8);
    }

    private static long ZigZag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);

    private static void WellKnownMessage(MessageType type, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        switch (type.WellKnown)
        {
            case WellKnown.Timestamp:
                var (seconds, nanos) = SecondsAndNanos(message);
                if (seconds is < -62135596800 or > 253402300799) throw new GrpcMessageException("the message has a time outside the years 1 to 9999");
                var time = DateTimeOffset.UnixEpoch.AddSeconds(seconds).UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
                json.WriteStringValue(time + Fraction(nanos) + "Z");
                break;
            case WellKnown.Duration:
                var (whole, rest) = SecondsAndNanos(message);
                json.WriteStringValue($"{(whole == 0 && rest < 0 ? "-" : "")}{whole}{Fraction(Math.Abs(rest))}s");
                break;
            case WellKnown.Wrapper:
                var field = type.Field(1)!;
                var isThere = false;
                WireReader found = default;
                for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
                {
                    if (number == 1 && wireType == field.WireType) { isThere = true; found = reader; }
                    reader.Skip(number, wireType);
                }
                if (isThere) Value(field, ref found, json, depth);
                else Default(field, json);
                break;
            case WellKnown.FieldMask: FieldMask(message, json); break;
            case WellKnown.Any: Any(type, message, json, depth); break;
            case WellKnown.Struct: Struct(message, json, depth); break;
            case WellKnown.List: ListValue(message, json, depth); break;
            default: AnyValue(message, json, depth); break;
        }
    }

    private static (long Seconds, int Nanos) SecondsAndNanos(ReadOnlySpan<byte> message)
    {
        var (seconds, nanos) = (0L, 0);
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number == 1 && wireType == 0) seconds = (long)reader.Varint();
            else if (number == 2 && wireType == 0) nanos = (int)reader.Varint();
            else reader.Skip(number, wireType);
        }
        return (seconds, nanos);
    }

    private static string Fraction(int nanos) => nanos == 0 ? "" : "." + nanos.ToString("D9", CultureInfo.InvariantCulture) switch
    {
        [.., '0', '0', '0', '0', '0', '0'] text => text[..3],
        [.., '0', '0', '0'] text => text[..6],
        var text => text,
    };

    private static void FieldMask(ReadOnlySpan<byte> message, Utf8JsonWriter json)
    {
        var paths = new List<string>();
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
            if (number == 1 && wireType == 2) paths.Add(Encoding.UTF8.GetString(reader.Bytes()));
            else reader.Skip(number, wireType);
        json.WriteStringValue(string.Join(',',
            paths.Select(p => string.Concat(p.Select((c, i) => c == '_' ? "" : i > 0 && p[i - 1] == '_' ? char.ToUpperInvariant(c).ToString() : c.ToString())))));
    }

    private static void Any(MessageType any, ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        var url = "";
        ReadOnlySpan<byte> value = default;
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number == 1 && wireType == 2) url = Encoding.UTF8.GetString(reader.Bytes());
            else if (number == 2 && wireType == 2) value = reader.Bytes();
            else reader.Skip(number, wireType);
        }
        json.WriteStartObject();
        if (url.Length > 0) json.WriteString("@type"u8, url);
        if (any.Schema.Message(url[(url.LastIndexOf('/') + 1)..]) is { } type)
        {
            if (type.WellKnown == WellKnown.None) Fields(type, value, json, depth + 1);
            else
            {
                json.WritePropertyName("value"u8);
                Message(type, value, json, depth + 1);
            }
        }
        else if (!value.IsEmpty) json.WriteBase64String("value"u8, value);
        json.WriteEndObject();
    }

    private static void Struct(ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        json.WriteStartObject();
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
        {
            if (number != 1 || wireType != 2) { reader.Skip(number, wireType); continue; }
            var name = "";
            ReadOnlySpan<byte> value = default;
            for (var entry = new WireReader(reader.Bytes()); entry.TryTag(out var part, out var type);)
            {
                if (part == 1 && type == 2) name = Encoding.UTF8.GetString(entry.Bytes());
                else if (part == 2 && type == 2) value = entry.Bytes();
                else entry.Skip(part, type);
            }
            json.WritePropertyName(name);
            AnyValue(value, json, depth + 1);
        }
        json.WriteEndObject();
    }

    private static void ListValue(ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        json.WriteStartArray();
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
            if (number == 1 && wireType == 2) AnyValue(reader.Bytes(), json, depth + 1);
            else reader.Skip(number, wireType);
        json.WriteEndArray();
    }

    private static void AnyValue(ReadOnlySpan<byte> message, Utf8JsonWriter json, int depth)
    {
        if (depth > MaxDepth) throw new GrpcMessageException("the message is nested too deeply");
        var reader = new WireReader(message);
        if (!reader.TryTag(out var number, out _)) { json.WriteNullValue(); return; }
        switch (number)
        {
            case 2: Real(BitConverter.UInt64BitsToDouble(reader.Fixed64()), json); break;
            case 3: json.WriteStringValue(reader.Bytes()); break;
            case 4: json.WriteBooleanValue(reader.Varint() != 0); break;
            case 5: Struct(reader.Bytes(), json, depth + 1); break;
            case 6: ListValue(reader.Bytes(), json, depth + 1); break;
            default: json.WriteNullValue(); break;
        }
    }
}
