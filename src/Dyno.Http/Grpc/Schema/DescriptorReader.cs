using FileOptions = Google.Protobuf.Reflection.FileOptions;

namespace Dyno.Http;

/// <summary>
/// Reads descriptors in the wire format (google/protobuf/descriptor.proto), as servers and protoc write them. Reads only the parts that
/// calls need.
/// </summary>
internal static class DescriptorReader
{
    private const int MaxDepth = 64;

    /// <summary>Reads a FileDescriptorSet.</summary>
    /// <exception cref="GrpcMessageException">The bytes are not a valid descriptor.</exception>
    public static List<FileDescriptorProto> Set(ReadOnlySpan<byte> bytes)
    {
        var files = new List<FileDescriptorProto>();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            if (field == 1 && type == 2) files.Add(File(reader.Bytes()));
            else reader.Skip(field, type);
        return files;
    }

    /// <summary>Reads a FileDescriptorProto.</summary>
    /// <exception cref="GrpcMessageException">The bytes are not a valid descriptor.</exception>
    public static FileDescriptorProto File(ReadOnlySpan<byte> bytes)
    {
        var file = new FileDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            switch (field, type)
            {
                case (1, 2): file.Name = Text(ref reader); break;
                case (2, 2): file.Package = Text(ref reader); break;
                case (3, 2): file.Dependencies.Add(Text(ref reader)); break;
                case (4, 2): file.MessageTypes.Add(Message(reader.Bytes(), 0)); break;
                case (5, 2): file.EnumTypes.Add(Enum(reader.Bytes())); break;
                case (6, 2): file.Services.Add(Service(reader.Bytes())); break;
                case (8, 2): file.Options = new FileOptions { Features = Features(reader.Bytes(), 50) }; break;
                case (12, 2): file.Syntax = Text(ref reader); break;
                default: reader.Skip(field, type); break;
            }
        return file;
    }

    private static DescriptorProto Message(ReadOnlySpan<byte> bytes, int depth)
    {
        if (depth > MaxDepth) throw new GrpcMessageException($"the descriptor nests messages more than {MaxDepth} deep");
        var message = new DescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            switch (field, type)
            {
                case (1, 2): message.Name = Text(ref reader); break;
                case (2, 2): message.Fields.Add(Field(reader.Bytes())); break;
                case (3, 2): message.NestedTypes.Add(Message(reader.Bytes(), depth + 1)); break;
                case (4, 2): message.EnumTypes.Add(Enum(reader.Bytes())); break;
                case (7, 2):
                    var options = reader.Bytes();
                    message.Options = new MessageOptions { MapEntry = Flag(options, 7) == true, Features = Features(options, 12) };
                    break;
                case (8, 2): message.OneofDecls.Add(OneOf(reader.Bytes())); break;
                default: reader.Skip(field, type); break;
            }
        return message;
    }

    private static FieldDescriptorProto Field(ReadOnlySpan<byte> bytes)
    {
        var read = new FieldDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            switch (field, type)
            {
                case (1, 2): read.Name = Text(ref reader); break;
                case (3, 0): read.Number = (int)reader.Varint(); break;
                case (4, 0): read.label = (FieldDescriptorProto.Label)(int)reader.Varint(); break;
                case (5, 0): read.type = (FieldDescriptorProto.Type)(int)reader.Varint(); break;
                case (6, 2): read.TypeName = Text(ref reader); break;
                case (9, 0): read.OneofIndex = (int)reader.Varint(); break;
                case (10, 2): read.JsonName = Text(ref reader); break;
                case (8, 2):
                    var options = reader.Bytes();
                    read.Options = new FieldOptions { Features = Features(options, 21) };
                    if (Flag(options, 2) is { } isPacked) read.Options.Packed = isPacked;
                    break;
                case (17, 0): read.Proto3Optional = reader.Varint() != 0; break;
                default: reader.Skip(field, type); break;
            }
        return read;
    }

    private static OneofDescriptorProto OneOf(ReadOnlySpan<byte> bytes)
    {
        var read = new OneofDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            if ((field, type) == (2, 2)) read.Options = new OneofOptions { Features = Features(reader.Bytes(), 1) };
            else reader.Skip(field, type);
        return read;
    }

    // The FeatureSet in field number "at" of some options; null when there is none.
    private static FeatureSet? Features(ReadOnlySpan<byte> options, int at)
    {
        FeatureSet? features = null;
        for (var reader = new WireReader(options); reader.TryTag(out var field, out var type);)
            if (field == at && type == 2) features = FeatureSet(reader.Bytes());
            else reader.Skip(field, type);
        return features;
    }

    private static FeatureSet FeatureSet(ReadOnlySpan<byte> bytes)
    {
        var read = new FeatureSet();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            switch (field, type)
            {
                case (1, 0): read.field_presence = (FeatureSet.FieldPresence)(int)reader.Varint(); break;
                case (3, 0): read.repeated_field_encoding = (FeatureSet.RepeatedFieldEncoding)(int)reader.Varint(); break;
                case (5, 0): read.message_encoding = (FeatureSet.MessageEncoding)(int)reader.Varint(); break;
                default: reader.Skip(field, type); break;
            }
        return read;
    }

    private static EnumDescriptorProto Enum(ReadOnlySpan<byte> bytes)
    {
        var read = new EnumDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            if ((field, type) == (1, 2)) read.Name = Text(ref reader);
            else if ((field, type) == (2, 2)) read.Values.Add(Value(reader.Bytes()));
            else reader.Skip(field, type);
        return read;
    }

    private static EnumValueDescriptorProto Value(ReadOnlySpan<byte> bytes)
    {
        var read = new EnumValueDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            if ((field, type) == (1, 2)) read.Name = Text(ref reader);
            else if ((field, type) == (2, 0)) read.Number = (int)reader.Varint();
            else reader.Skip(field, type);
        return read;
    }

    private static ServiceDescriptorProto Service(ReadOnlySpan<byte> bytes)
    {
        var read = new ServiceDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            if ((field, type) == (1, 2)) read.Name = Text(ref reader);
            else if ((field, type) == (2, 2)) read.Methods.Add(Method(reader.Bytes()));
            else reader.Skip(field, type);
        return read;
    }

    private static MethodDescriptorProto Method(ReadOnlySpan<byte> bytes)
    {
        var read = new MethodDescriptorProto();
        for (var reader = new WireReader(bytes); reader.TryTag(out var field, out var type);)
            switch (field, type)
            {
                case (1, 2): read.Name = Text(ref reader); break;
                case (2, 2): read.InputType = Text(ref reader); break;
                case (3, 2): read.OutputType = Text(ref reader); break;
                case (5, 0): read.ClientStreaming = reader.Varint() != 0; break;
                case (6, 0): read.ServerStreaming = reader.Varint() != 0; break;
                default: reader.Skip(field, type); break;
            }
        return read;
    }

    private static bool? Flag(ReadOnlySpan<byte> options, int number)
    {
        bool? flag = null;
        for (var reader = new WireReader(options); reader.TryTag(out var field, out var type);)
            if (field == number && type == 0) flag = reader.Varint() != 0;
            else reader.Skip(field, type);
        return flag;
    }

    private static string Text(ref WireReader reader) => Encoding.UTF8.GetString(reader.Bytes());
}
