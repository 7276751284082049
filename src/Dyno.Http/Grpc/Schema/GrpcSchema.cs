namespace Dyno.Http;

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
            foreach (var type in file.MessageTypes) Define(type, Prefix(file.Package), ProtoFeatures.Of(file));
        Methods = [.. files.SelectMany(f => f.Services.SelectMany(s => s.Methods.Select(m => Method(Prefix(f.Package) + s.Name, m))))];
    }

    /// <summary>All methods, in the order of the files.</summary>
    public ImmutableArray<GrpcMethod> Methods { get; }

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

    private void Define(DescriptorProto type, string prefix, ProtoFeatures inherited)
    {
        var name = prefix + type.Name;
        var features = inherited.With(type.Options?.Features);
        // The entries of maps, and messages in them, are never groups.
        if (_mapEntries.Contains(name)) features = features with { Encoding = 1 };
        _messages[name].SetFields([.. type.Fields.Select(f => Field(f, FeaturesOf(f, type, features))).OrderBy(f => f.Number)]);
        foreach (var inner in type.NestedTypes) Define(inner, name + ".", features);
    }

    private static ProtoFeatures FeaturesOf(FieldDescriptorProto field, DescriptorProto type, ProtoFeatures inherited)
    {
        if (field.ShouldSerializeOneofIndex() && field.OneofIndex < type.OneofDecls.Count)
            inherited = inherited.With(type.OneofDecls[field.OneofIndex].Options?.Features);
        return inherited.With(field.Options?.Features);
    }

    private FieldType Field(FieldDescriptorProto field, ProtoFeatures features)
    {
        var kind = (FieldKind)(int)field.type;
        var type = field.TypeName?.TrimStart('.') ?? "";
        var isRepeated = field.label == FieldDescriptorProto.Label.LabelRepeated;
        var isOneOf = field.ShouldSerializeOneofIndex();
        var isScalar = kind is not (FieldKind.String or FieldKind.Bytes or FieldKind.Message or FieldKind.Group);
        var isMap = isRepeated && _mapEntries.Contains(type);
        if (kind == FieldKind.Message && features.IsDelimited && !isMap) kind = FieldKind.Group;
        return new FieldType
        {
            Number = field.Number,
            Name = field.Name,
            JsonName = string.IsNullOrEmpty(field.JsonName) ? Camel(field.Name) : field.JsonName,
            Kind = kind,
            IsRepeated = isRepeated,
            IsPacked = isRepeated && isScalar && (field.Options is { } options && options.ShouldSerializePacked() ? options.Packed : features.IsPacked),
            HasPresence = !isRepeated && (!features.IsImplicit || isOneOf || kind is FieldKind.Message or FieldKind.Group),
            IsRequired = field.label == FieldDescriptorProto.Label.LabelRequired || (features.IsRequired && !isRepeated && !isOneOf),
            OneOf = isOneOf && !field.Proto3Optional ? field.OneofIndex : -1,
            Message = kind is FieldKind.Message or FieldKind.Group ? Known(_messages, type, field.Name) : null,
            Enum = kind == FieldKind.Enum ? Known(_enums, type, field.Name) : null,
            IsMap = isMap,
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
