namespace Dyno.Http;

/// <summary>Converts JSON to the messages of google.protobuf that have a JSON form of their own.</summary>
internal static class WellKnownJson
{
    public static void Write(MessageType type, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        switch (type.WellKnown)
        {
            case WellKnown.Timestamp: Timestamp(ref reader, ref writer); break;
            case WellKnown.Duration: Duration(ref reader, ref writer); break;
            case WellKnown.FieldMask: FieldMask(ref reader, ref writer); break;
            case WellKnown.Any: Any(type, ref reader, ref writer); break;
            case WellKnown.Struct: Struct(ref reader, ref writer); break;
            case WellKnown.List: List(ref reader, ref writer); break;
            case WellKnown.Value: Value(ref reader, ref writer); break;
            default:
                var field = type.Field(1)!;
                writer.Tag(1, field.WireType);
                JsonToWire.Value(field, ref reader, ref writer);
                break;
        }
    }

    private static void Timestamp(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.String || !reader.TryGetDateTimeOffset(out var time))
            throw new GrpcMessageException("this field is a time: write \"2026-01-31T12:00:00Z\"");
        var ticks = (time.ToUniversalTime() - DateTimeOffset.UnixEpoch).Ticks;
        var seconds = Math.DivRem(ticks, TimeSpan.TicksPerSecond, out var rest);
        if (rest < 0) (seconds, rest) = (seconds - 1, rest + TimeSpan.TicksPerSecond);
        SecondsAndNanos(seconds, rest * 100, ref writer);
    }

    private static void Duration(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        var text = reader.TokenType == JsonTokenType.String ? reader.ValueSpan : default;
        if (text.IsEmpty || text[^1] != 's'
            || !decimal.TryParse(text[..^1], NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var time))
            throw new GrpcMessageException("this field is a duration: write \"1.5s\"");
        var seconds = decimal.Truncate(time);
        SecondsAndNanos((long)seconds, (long)((time - seconds) * 1_000_000_000m), ref writer);
    }

    private static void SecondsAndNanos(long seconds, long nanos, ref WireWriter writer)
    {
        if (seconds != 0)
        {
            writer.Tag(1, 0);
            writer.Varint((ulong)seconds);
        }
        if (nanos == 0) return;
        writer.Tag(2, 0);
        writer.Varint((ulong)nanos);
    }

    private static void FieldMask(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.String) throw new GrpcMessageException("this field is a mask: write \"name,address.city\"");
        foreach (var path in reader.GetString()!.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var snake = string.Concat(path.Select(c => char.IsAsciiLetterUpper(c) ? $"_{char.ToLowerInvariant(c)}" : c.ToString()));
            writer.Tag(1, 2);
            writer.Bytes(Encoding.UTF8.GetBytes(snake));
        }
    }

    private static void Any(MessageType any, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        var look = reader;
        string? url = null;
        if (look.TokenType != JsonTokenType.StartObject) throw new GrpcMessageException("this field is an Any: write {\"@type\": \"type.googleapis.com/package.Message\", …}");
        while (look.Read() && look.TokenType == JsonTokenType.PropertyName && url is null)
        {
            var isType = look.ValueTextEquals("@type"u8);
            look.Read();
            if (isType) url = look.GetString();
            else look.Skip();
        }
        if (url is null) throw new GrpcMessageException("an Any needs \"@type\"");
        var type = any.Schema.Message(url[(url.LastIndexOf('/') + 1)..]) ?? throw new GrpcMessageException($"the type \"{url}\" of an Any is not known");
        if (type.WellKnown != WellKnown.None) throw new GrpcMessageException($"{type.FullName} in an Any is not supported");
        writer.Tag(1, 2);
        writer.Bytes(Encoding.UTF8.GetBytes(url));
        writer.Tag(2, 2);
        var start = writer.Begin();
        JsonToWire.Fields(type, ref reader, ref writer, isAny: true);
        writer.End(start);
    }

    private static void Struct(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.StartObject) throw new GrpcMessageException("this field is any object: write {…}");
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            writer.Tag(1, 2);
            var entry = writer.Begin();
            Text(1, ref reader, ref writer);
            reader.Read();
            Nested(2, ref reader, ref writer);
            writer.End(entry);
        }
    }

    private static void List(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        if (reader.TokenType != JsonTokenType.StartArray) throw new GrpcMessageException("this field is any list: write […]");
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray) Nested(1, ref reader, ref writer);
    }

    private static void Nested(int field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        writer.Tag(field, 2);
        var start = writer.Begin();
        Value(ref reader, ref writer);
        writer.End(start);
    }

    private static void Value(ref Utf8JsonReader reader, ref WireWriter writer)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Null:
                writer.Tag(1, 0);
                writer.Varint(0);
                break;
            case JsonTokenType.Number:
                writer.Tag(2, 1);
                writer.Fixed64(BitConverter.DoubleToUInt64Bits(reader.GetDouble()));
                break;
            case JsonTokenType.String: Text(3, ref reader, ref writer); break;
            case JsonTokenType.True or JsonTokenType.False:
                writer.Tag(4, 0);
                writer.Varint(reader.GetBoolean() ? 1u : 0u);
                break;
            case JsonTokenType.StartObject:
                writer.Tag(5, 2);
                var inner = writer.Begin();
                Struct(ref reader, ref writer);
                writer.End(inner);
                break;
            default:
                writer.Tag(6, 2);
                var list = writer.Begin();
                List(ref reader, ref writer);
                writer.End(list);
                break;
        }
    }

    private static void Text(int field, ref Utf8JsonReader reader, ref WireWriter writer)
    {
        writer.Tag(field, 2);
        var start = writer.Begin();
        writer.Added(reader.CopyString(writer.Rest));
        writer.End(start);
    }
}
