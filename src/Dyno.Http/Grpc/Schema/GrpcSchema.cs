using System.Collections.Immutable;
using Dyno.Results.Problems;
using Google.Protobuf.Reflection;

namespace Dyno.Http.Grpc;

/// <summary>The services, messages and enums of a set of .proto files, whatever their source. Immutable once built; thread-safe.</summary>
internal sealed class GrpcSchema
{
    private readonly Dictionary<string, MessageType> _messages = new(StringComparer.Ordinal);
    private readonly Dictionary<string, EnumType> _enums = new(StringComparer.Ordinal);
    private readonly HashSet<string> _mapEntries = new(StringComparer.Ordinal);

    private GrpcSchema(IReadOnlyCollection<FileDescriptorProto> files)
    {
        foreach (var file in files)
        {
            foreach (var type in file.MessageTypes) Declare(type, Prefix(file.Package));
            foreach (var type in file.EnumTypes) Declare(type, Prefix(file.Package));
        }
        foreach (var file in files)
            foreach (var type in file.MessageTypes) Define(type, Prefix(file.Package), file.Syntax == "proto3");
        Methods = [.. files.SelectMany(f => f.Services.SelectMany(s => s.Methods.Select(m => Method(Prefix(f.Package) + s.Name, m))))];
    }

    /// <summary>All methods, in the order of the files.</summary>
    public ImmutableArray<GrpcMethod> Methods { get; }

    /// <summary>Names of the services.</summary>
    public IEnumerable<string> Services => Methods.Select(m => m.Service).Distinct();

    /// <summary>Builds the schema from files whose type names are fully qualified.</summary>
    /// <exception cref="UserFault">A file refers to a type that no file declares.</exception>
    public static GrpcSchema Of(IReadOnlyCollection<FileDescriptorProto> files) => new([.. files.DistinctBy(f => f.Name)]);

    public MessageType? Message(string fullName) => _messages.GetValueOrDefault(fullName);

    private static string Prefix(string package) => string.IsNullOrEmpty(package) ? "" : package + ".";

    private void Declare(DescriptorProto type, string prefix)
    {
        var name = prefix + type.Name;
        _messages[name] = new MessageType(name, this);
        if (type.Options?.MapEntry == true) _mapEntries.Add(name);
        foreach (var inner in type.NestedTypes) Declare(inner, name + ".");
        foreach (var inner in type.EnumTypes) Declare(inner, name + ".");
    }

    private void Declare(EnumDescriptorProto type, string prefix) =>
        _enums[prefix + type.Name] = new EnumType(prefix + type.Name, type.Values.Select(v => (v.Name, v.Number)));

    private void Define(DescriptorProto type, string prefix, bool isProto3)
    {
        var name = prefix + type.Name;
        _messages[name].Fields = [.. type.Fields.Select(f => Field(f, isProto3)).OrderBy(f => f.Number)];
        foreach (var inner in type.NestedTypes) Define(inner, name + ".", isProto3);
    }

    private FieldType Field(FieldDescriptorProto field, bool isProto3)
    {
        var kind = (FieldKind)(int)field.type;
        var type = field.TypeName?.TrimStart('.') ?? "";
        var isRepeated = field.label == FieldDescriptorProto.Label.LabelRepeated;
        var isOneOf = field.ShouldSerializeOneofIndex();
        var isScalar = kind is not (FieldKind.String or FieldKind.Bytes or FieldKind.Message or FieldKind.Group);
        return new FieldType
        {
            Number = field.Number,
            Name = field.Name,
            JsonName = string.IsNullOrEmpty(field.JsonName) ? Camel(field.Name) : field.JsonName,
            Kind = kind,
            IsRepeated = isRepeated,
            IsPacked = isRepeated && isScalar && (field.Options is { } options && options.ShouldSerializePacked() ? options.Packed : isProto3),
            HasPresence = !isRepeated && (!isProto3 || isOneOf || kind is FieldKind.Message or FieldKind.Group),
            IsRequired = field.label == FieldDescriptorProto.Label.LabelRequired,
            OneOf = isOneOf && !field.Proto3Optional ? field.OneofIndex : -1,
            Message = kind is FieldKind.Message or FieldKind.Group ? Known(_messages, type, field.Name) : null,
            Enum = kind == FieldKind.Enum ? Known(_enums, type, field.Name) : null,
            IsMap = isRepeated && _mapEntries.Contains(type),
        };
    }

    private GrpcMethod Method(string service, MethodDescriptorProto method) => new(service, method.Name,
        Known(_messages, method.InputType.TrimStart('.'), method.Name), Known(_messages, method.OutputType.TrimStart('.'), method.Name),
        method.ClientStreaming, method.ServerStreaming);

    private static T Known<T>(Dictionary<string, T> types, string name, string user) where T : class => types.GetValueOrDefault(name)
        ?? throw new UserFault($"no .proto file declares the type of {user}: \"{name}\"", "add the file that declares it with --proto");

    private static string Camel(string name)
    {
        var text = new System.Text.StringBuilder();
        for (var i = 0; i < name.Length; i++)
            if (name[i] != '_') text.Append(i > 0 && name[i - 1] == '_' ? char.ToUpperInvariant(name[i]) : name[i]);
        return text.ToString();
    }
}
