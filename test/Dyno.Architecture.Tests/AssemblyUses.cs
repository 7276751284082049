using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Dyno.Architecture.Tests;

/// <summary>The foreign types and members that an assembly's code refers to, read from its metadata.</summary>
internal static class AssemblyUses
{
    public static HashSet<string> Of(string file)
    {
        using var stream = File.OpenRead(file);
        using var image = new PEReader(stream);
        var metadata = image.GetMetadataReader();
        var names = new TypeNames();
        var types = metadata.TypeReferences.Select(handle => names.GetTypeFromReference(metadata, handle, 0));
        var members = metadata.MemberReferences.Select(metadata.GetMemberReference)
            .Where(member => member.Parent.Kind == HandleKind.TypeReference)
            .Where(member => member.GetKind() == MemberReferenceKind.Method)
            .Select(member => Describe(metadata, member, names));
        return [.. types, .. members];
    }

    private static string Describe(MetadataReader metadata, MemberReference member, TypeNames names)
    {
        var type = names.GetTypeFromReference(metadata, (TypeReferenceHandle)member.Parent, 0);
        var parameters = member.DecodeMethodSignature(names, null).ParameterTypes;
        return $"{type}::{metadata.GetString(member.Name)}({string.Join(',', parameters)})";
    }

    /// <summary>Spells types as documentation ids do, as far as the banned list needs it.</summary>
    private sealed class TypeNames : ISignatureTypeProvider<string, object?>
    {
        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
        {
            var type = reader.GetTypeReference(handle);
            return Join(reader.GetString(type.Namespace), reader.GetString(type.Name));
        }

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
        {
            var type = reader.GetTypeDefinition(handle);
            return Join(reader.GetString(type.Namespace), reader.GetString(type.Name));
        }

        public string GetPrimitiveType(PrimitiveTypeCode typeCode) => $"System.{typeCode}";

        public string GetTypeFromSpecification(
            MetadataReader reader, object? context, TypeSpecificationHandle handle, byte kind) =>
            reader.GetTypeSpecification(handle).DecodeSignature(this, context);

        public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[,]";

        public string GetSZArrayType(string elementType) => $"{elementType}[]";

        public string GetByReferenceType(string elementType) => $"{elementType}@";

        public string GetPointerType(string elementType) => $"{elementType}*";

        public string GetPinnedType(string elementType) => elementType;

        public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

        public string GetFunctionPointerType(MethodSignature<string> signature) => "function*";

        public string GetGenericInstantiation(string genericType, ImmutableArray<string> arguments) =>
            $"{genericType}{{{string.Join(',', arguments)}}}";

        public string GetGenericMethodParameter(object? genericContext, int index) => $"``{index}";

        public string GetGenericTypeParameter(object? genericContext, int index) => $"`{index}";

        private static string Join(string space, string name) => space.Length == 0 ? name : $"{space}.{name}";
    }
}
