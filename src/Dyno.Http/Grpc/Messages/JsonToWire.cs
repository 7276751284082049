namespace Dyno.Http;

/// <summary>
/// Converts JSON to the wire format of protobuf, by descriptor (protobuf's JSON mapping). Allocates nothing if the text is valid and has
/// no dates.
/// </summary>
internal static class JsonToWire
{
    /// <summary>The maximum size of the message that a text of this length becomes, in bytes: one digit may become a double with a long tag.</summary>
    public static int MaxLength(int jsonLength) => jsonLength * 8 + 64;

    /// <summary>Writes one message and returns its length.</summary>
    /// <exception cref="GrpcMessageException">The text does not fit the message; the exception names the place and what to write there.</exception>
    public static int Write(MessageType type, ReadOnlySpan<byte> json, Span<byte> destination)
    {
        var writer = new WireWriter(destination);
        try
        {
            var reader = new Utf8JsonReader(json, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            if (!reader.Read()) throw new GrpcMessageException("the JSON is empty");
            Message(type, ref reader, ref writer);
            if (reader.Read()) throw new GrpcMessageException("text follows the end of the JSON");
        }
        catch (JsonException e)
        {
            throw new GrpcMessageException($"this is not JSON (line {e.LineNumber + 1}, {e.BytePositionInLine + 1}): {e.Message.Split(" LineNumber")[0]}");
        }
        return writer.Length;
    }

    private static void Message(MessageType type, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (type.WellKnown != WellKnown.None) { WellKnownJson.Write(type, ref reader, ref writer); return; }
        Fields(type, ref reader, ref writer, isAny: false);
    }

    internal static void Fields(MessageType type, ref Utf8JsonReader reader, ref WireWriter writer, bool isAny)
    {
        if (reader.TokenType != JsonTokenType.StartObject) throw new GrpcMessageException($"{type.FullName} is written as an object {{…}}");
        Span<bool> chosen = type.OneOfs <= 256 ? stackalloc bool[type.OneOfs] : new bool[type.OneOfs];
        Span<bool> given = type.Required.Length <= 256 ? stackalloc bool[type.Required.Length] : new bool[type.Required.Length];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (isAny && reader.ValueTextEquals("@type"u8)) { reader.Skip(); continue; }
            var field = FieldOf(type, ref reader);
            reader.Read();
            if (reader.TokenType == JsonTokenType.Null && field.Message?.WellKnown != WellKnown.Value && field.Enum is not { IsNull: true }) continue;
            if (field.IsRequired) given[type.Required.IndexOf(field)] = true;
            if (field.OneOf >= 0)
            {
                if (chosen[field.OneOf]) throw new GrpcMessageException($"{field.Name}: another field of its oneof is set already");
                chosen[field.OneOf] = true;
            }
            try
            {
                Field(field, ref reader, ref writer);
            }
            catch (GrpcMessageException e)
            {
                throw e.In($".{field.Name}");
            }
        }
        if (given.IndexOf(false) is >= 0 and var missing)
            throw new GrpcMessageException($"{type.FullName} needs the field \"{type.Required[missing].JsonName}\": it is required");
    }

    private static FieldType FieldOf(MessageType type, ref Utf8JsonReader reader)
    {
        foreach (var field in type.Fields)
            if (reader.ValueTextEquals(field.JsonNameUtf8) || reader.ValueTextEquals(field.NameUtf8)) return field;
        var name = reader.GetString()!;
        if (name.StartsWith('[')) throw new GrpcMessageException($"{name} is an extension, which Dyno does not send: leave it out");
        throw new GrpcMessageException($"{type.FullName} has no field \"{name}\"; {(type.Fields.IsEmpty ? "the type has no fields" : $"it has {string.Join(", ", type.Fields.Select(f => f.JsonName).Take(20))}")}");
    }

    private static void Field(FieldType field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (field.IsMap) { Map(field, ref reader, ref writer); return; }
        if (!field.IsRepeated) { Single(field, ref reader, ref writer); return; }
        if (reader.TokenType != JsonTokenType.StartArray) throw new GrpcMessageException("this field is repeated: write a list […]");
        var (before, start) = (writer.Length, 0);
        if (field.IsPacked)
        {
            writer.Tag(field.Number, 2);
            start = writer.Begin();
        }
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            if (field.IsPacked) Value(field, ref reader, ref writer);
            else Tagged(field, ref reader, ref writer);
        if (!field.IsPacked) return;
        if (writer.Length == start) writer.Back(before); // an empty list is not sent
        else writer.End(start);
    }

    // Without presence a default value is the same as none, and is not sent: its bytes are zeros.
    private static void Single(FieldType field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        var start = writer.Length;
        Tagged(field, ref reader, ref writer);
        if (!field.HasPresence && !writer.Since(start + WireWriter.TagLength(field.Number)).ContainsAnyExcept((byte)0)) writer.Back(start);
    }

    private static void Tagged(FieldType field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        writer.Tag(field.Number, field.WireType);
        Value(field, ref reader, ref writer);
        if (field.Kind == FieldKind.Group) writer.Tag(field.Number, 4);
    }

    private static void Map(FieldType field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.StartObject) throw new GrpcMessageException("this field is a map: write an object {…}");
        var (key, value) = (field.Message!.Field(1)!, field.Message.Field(2)!);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            writer.Tag(field.Number, 2);
            var start = writer.Begin();
            writer.Tag(1, key.WireType);
            Value(key, ref reader, ref writer);
            reader.Read();
            Tagged(value, ref reader, ref writer);
            writer.End(start);
        }
    }

    /// <summary>Writes one value without its tag.</summary>
    internal static void Value(FieldType field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        switch (field.Kind)
        {
            case FieldKind.Message:
                var start = writer.Begin();
                Message(field.Message!, ref reader, ref writer);
                writer.End(start);
                break;
            case FieldKind.Group: Message(field.Message!, ref reader, ref writer); break;
            case FieldKind.String: Text(ref reader, ref writer); break;
            case FieldKind.Bytes: Base64Text(ref reader, ref writer); break;
            case FieldKind.Bool: writer.Varint(Truth(ref reader) ? 1u : 0u); break;
            case FieldKind.Enum: writer.Varint((ulong)(long)EnumNumber(field.Enum!, ref reader)); break;
            case FieldKind.Double: writer.Fixed64(BitConverter.DoubleToUInt64Bits(Real(ref reader))); break;
            case FieldKind.Float: writer.Fixed32(BitConverter.SingleToUInt32Bits((float)Real(ref reader))); break;
            case FieldKind.Int32: writer.Varint((ulong)Whole(ref reader, int.MinValue, int.MaxValue)); break;
            case FieldKind.Int64: writer.Varint((ulong)Whole(ref reader, long.MinValue, long.MaxValue)); break;
            case FieldKind.UInt32: writer.Varint((ulong)Whole(ref reader, 0, uint.MaxValue)); break;
            case FieldKind.UInt64: writer.Varint(Unsigned(ref reader)); break;
            case FieldKind.SInt32 or FieldKind.SInt64:
                var number = field.Kind == FieldKind.SInt32 ? Whole(ref reader, int.MinValue, int.MaxValue) : Whole(ref reader, long.MinValue, long.MaxValue);
                writer.Varint((ulong)((number << 1) ^ (number >> 63)));
                break;
            case FieldKind.Fixed32: writer.Fixed32((uint)Whole(ref reader, 0, uint.MaxValue)); break;
            case FieldKind.SFixed32: writer.Fixed32((uint)(int)Whole(ref reader, int.MinValue, int.MaxValue)); break;
            case FieldKind.Fixed64: writer.Fixed64(Unsigned(ref reader)); break;
            case FieldKind.SFixed64: writer.Fixed64((ulong)Whole(ref reader, long.MinValue, long.MaxValue)); break;
            default: throw new GrpcMessageException($"fields of the kind {field.Kind} are not supported");
        }
    }

    private static void Text(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName)) throw new GrpcMessageException("this field is a string: write \"…\"");
        var start = writer.Begin();
        writer.Added(reader.CopyString(writer.Rest));
        writer.End(start);
    }

    private static void Base64Text(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.String) throw new GrpcMessageException("this field is bytes: write them in base64, \"…\"");
        var start = writer.Begin();
        // Both alphabets, with and without padding, are allowed.
        var text = writer.Rest[..reader.CopyString(writer.Rest)];
        var length = text.TrimEnd((byte)'=').Length;
        for (var i = 0; i < length; i++) text[i] = text[i] switch { (byte)'-' => (byte)'+', (byte)'_' => (byte)'/', var other => other };
        var padded = (length + 3) / 4 * 4;
        var room = writer.Rest[..padded];
        room[length..].Fill((byte)'=');
        if (length % 4 == 1 || Base64.DecodeFromUtf8InPlace(room, out var written) != System.Buffers.OperationStatus.Done)
            throw new GrpcMessageException("this field is bytes, and the text is not base64");
        writer.Added(written);
        writer.End(start);
    }

    private static bool Truth(ref Utf8JsonReader reader)
    {
        if (reader.TokenType is JsonTokenType.True or JsonTokenType.False) return reader.GetBoolean();
        if (reader.TokenType == JsonTokenType.PropertyName && (reader.ValueTextEquals("true"u8) || reader.ValueTextEquals("false"u8))) return reader.ValueTextEquals("true"u8);
        throw new GrpcMessageException("this field is a bool: write true or false");
    }

    private static int EnumNumber(EnumType type, ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.Null) return 0;
        if (reader.TokenType == JsonTokenType.Number) return (int)Whole(ref reader, int.MinValue, int.MaxValue);
        if (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName)
            foreach (var (_, utf8, number) in type.Values)
                if (reader.ValueTextEquals(utf8)) return number;
        throw new GrpcMessageException($"this is not a value of {type.FullName}; write {string.Join(", ", type.Values.Take(20).Select(v => $"\"{v.Name}\""))}");
    }

    private static double Real(ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.Number) return reader.GetDouble();
        if (reader.TokenType == JsonTokenType.String)
        {
            if (reader.ValueTextEquals("NaN"u8)) return double.NaN;
            if (reader.ValueTextEquals("Infinity"u8)) return double.PositiveInfinity;
            if (reader.ValueTextEquals("-Infinity"u8)) return double.NegativeInfinity;
            if (!reader.ValueIsEscaped && double.TryParse(reader.ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return number;
        }
        throw new GrpcMessageException("this field is a number");
    }

    private static long Whole(ref Utf8JsonReader reader, long lowest, long highest)
    {
        var isText = reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName;
        if (!isText && reader.TokenType != JsonTokenType.Number) throw new GrpcMessageException("this field is a whole number");
        var text = reader.ValueSpan;
        if (!(Utf8Parser.TryParse(text, out long number, out var used) && used == text.Length))
        {
            // The forms 1e3 and 1.0 also count as whole numbers.
            if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var real) || real != Math.Floor(real) || Math.Abs(real) > 9e15)
                throw new GrpcMessageException($"\"{Encoding.UTF8.GetString(text)}\" is not a whole number");
            number = (long)real;
        }
        if (number < lowest || number > highest) throw new GrpcMessageException($"{number} is out of range ({lowest} to {highest})");
        return number;
    }

    private static ulong Unsigned(ref Utf8JsonReader reader)
    {
        var text = reader.ValueSpan;
        var isNumber = reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName or JsonTokenType.Number;
        if (isNumber && Utf8Parser.TryParse(text, out ulong number, out var used) && used == text.Length) return number;
        return (ulong)Whole(ref reader, 0, long.MaxValue);
    }
}
