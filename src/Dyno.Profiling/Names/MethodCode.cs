using System.Collections.Concurrent;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Dyno.Profiling;

/// <summary>The metadata and the IL of a library on disk: names of its methods, and what a method calls.</summary>
internal sealed class MethodCode : IDisposable
{
    private readonly PEReader _file;
    private readonly MetadataReader _metadata;
    private readonly ConcurrentDictionary<int, IReadOnlySet<string>?> _calls = new();

    private MethodCode(PEReader file) => (_file, _metadata) = (file, file.GetMetadataReader());

    /// <summary>Opens a library; null when it is gone, is no .NET library, or is part of a single file.</summary>
    public static MethodCode? Open(string path)
    {
        PEReader? file = null;
        try
        {
            file = new PEReader(File.OpenRead(path), PEStreamOptions.PrefetchEntireImage);
            if (file.HasMetadata) return new MethodCode(file);
            file.Dispose();
            return null;
        }
        catch (Exception e) when (IsDamage(e))
        {
            file?.Dispose();
            return null;
        }
    }

    private static bool IsDamage(Exception e) =>
        e is BadImageFormatException or IOException or UnauthorizedAccessException or InvalidCastException or ArgumentException or InvalidOperationException;

    /// <summary>Type and name of a method; null when there is no such method.</summary>
    public (string Type, string Name)? NameOf(int token)
    {
        try
        {
            if (MetadataTokens.EntityHandle(token) is not { Kind: HandleKind.MethodDefinition } handle) return null;
            var method = _metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
            return (TypeName(method.GetDeclaringType()), _metadata.GetString(method.Name));
        }
        catch (Exception e) when (IsDamage(e))
        {
            return null;
        }
    }

    private string TypeName(TypeDefinitionHandle handle)
    {
        var type = _metadata.GetTypeDefinition(handle);
        var name = _metadata.GetString(type.Name);
        if (!type.GetDeclaringType().IsNil) return TypeName(type.GetDeclaringType()) + "+" + name;
        var space = _metadata.GetString(type.Namespace);
        return space.Length == 0 ? name : space + "." + name;
    }

    /// <summary>The token of the first method of this name; null when there is none.</summary>
    /// <param name="type">The type as the runtime writes it, perhaps with type arguments in brackets.</param>
    public int? Find(string type, string name)
    {
        type = type.Split('[')[0];
        foreach (var handle in _metadata.TypeDefinitions)
        {
            if (TypeName(handle) != type) continue;
            foreach (var method in _metadata.GetTypeDefinition(handle).GetMethods())
                if (_metadata.StringComparer.Equals(_metadata.GetMethodDefinition(method).Name, name)) return MetadataTokens.GetToken(method);
        }
        return null;
    }

    /// <summary>
    /// What a method calls, by the name alone and by type and name (<c>Regex.IsMatch</c>); null when its code cannot be read.
    /// <c>Invoke</c> stands for calls by pointer.
    /// </summary>
    public IReadOnlySet<string>? CallsOf(int token) => _calls.GetOrAdd(token, ReadCalls);

    /// <summary>Whether the type of a method has a method with one of these names that calls it.</summary>
    public bool IsCalledInItsType(int token, IReadOnlySet<string> names)
    {
        try
        {
            if (MetadataTokens.EntityHandle(token) is not { Kind: HandleKind.MethodDefinition } handle) return false;
            var called = _metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
            var name = _metadata.GetString(called.Name);
            return _metadata.GetTypeDefinition(called.GetDeclaringType()).GetMethods()
                .Where(method => names.Contains(_metadata.GetString(_metadata.GetMethodDefinition(method).Name)))
                .Any(method => CallsOf(MetadataTokens.GetToken(method))?.Contains(name) == true);
        }
        catch (Exception e) when (IsDamage(e))
        {
            return false;
        }
    }

    private HashSet<string>? ReadCalls(int token)
    {
        try
        {
            if (MetadataTokens.EntityHandle(token) is not { Kind: HandleKind.MethodDefinition } handle) return null;
            var method = _metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
            if (method.RelativeVirtualAddress == 0) return null;
            var names = new HashSet<string>(StringComparer.Ordinal);
            foreach (var called in IlInstructions.Calls(_file.GetMethodBody(method.RelativeVirtualAddress).GetILReader()))
            {
                var name = called is { } entity ? SimpleName(MetadataTokens.EntityHandle(entity)) : "Invoke";
                names.Add(name);
                if (called is { } owned) names.Add($"{OwnerOf(MetadataTokens.EntityHandle(owned))}.{name}");
            }
            return names;
        }
        catch (Exception e) when (IsDamage(e))
        {
            return null;
        }
    }

    private string SimpleName(EntityHandle handle) => handle.Kind switch
    {
        HandleKind.MethodDefinition => _metadata.GetString(_metadata.GetMethodDefinition((MethodDefinitionHandle)handle).Name),
        HandleKind.MemberReference => _metadata.GetString(_metadata.GetMemberReference((MemberReferenceHandle)handle).Name),
        HandleKind.MethodSpecification => SimpleName(_metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method),
        _ => "",
    };

    // The type of a called method, without namespace and number of type parameters.
    private string OwnerOf(EntityHandle handle) => handle.Kind switch
    {
        HandleKind.MethodDefinition => OwnerOf(_metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType()),
        HandleKind.MemberReference => OwnerOf(_metadata.GetMemberReference((MemberReferenceHandle)handle).Parent),
        HandleKind.MethodSpecification => OwnerOf(_metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method),
        HandleKind.TypeDefinition => _metadata.GetString(_metadata.GetTypeDefinition((TypeDefinitionHandle)handle).Name).Split('`')[0],
        HandleKind.TypeReference => _metadata.GetString(_metadata.GetTypeReference((TypeReferenceHandle)handle).Name).Split('`')[0],
        HandleKind.TypeSpecification => OwnerOf(_metadata.GetBlobReader(_metadata.GetTypeSpecification((TypeSpecificationHandle)handle).Signature)),
        _ => "",
    };

    // ECMA-335, II.23.2.14: a generic type begins with 0x15 and a byte for class or value type.
    private string OwnerOf(BlobReader signature)
    {
        if (signature.ReadByte() != 0x15) return "";
        signature.ReadByte();
        return OwnerOf(signature.ReadTypeHandle());
    }

    public void Dispose() => _file.Dispose();
}
