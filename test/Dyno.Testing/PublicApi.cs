using System.Reflection;

namespace Dyno.Testing;

/// <summary>What a package promises its users, as text: each public type with its public members, one a line.</summary>
public static class PublicApi
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>The text.</summary>
    /// <param name="assembly">The package's assembly.</param>
    public static string Of(Assembly assembly)
    {
        var text = new StringBuilder();
        // What the compiler makes of extension members has names of its own.
        foreach (var type in assembly.GetExportedTypes().Where(type => !type.FullName!.Contains('<', StringComparison.Ordinal))
            .OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(KindOf(type)).Append(' ').Append(NameOf(type)).Append(BasesOf(type)).Append('\n');
            foreach (var line in MembersOf(type).Order(StringComparer.Ordinal)) text.Append("    ").Append(line).Append('\n');
        }
        return text.ToString();
    }

    private static IEnumerable<string> MembersOf(Type type)
    {
        if (type.IsEnum) return Enum.GetNames(type).Select(name => $"{name} = {Convert.ToInt64(Enum.Parse(type, name), null)}");
        return type.GetConstructors(Declared).Where(IsPromised).Select(c => $"new({Parameters(c)})")
            .Concat(type.GetFields(Declared).Where(f => f.IsPublic).Select(f => $"{(f.IsStatic ? "static " : "")}{NameOf(f.FieldType)} {f.Name}"))
            .Concat(type.GetProperties(Declared).Where(p => p.GetAccessors(nonPublic: true).Any(IsPromised)).Select(TextOf))
            .Concat(type.GetMethods(Declared).Where(m => IsPromised(m) && !m.IsSpecialName && !m.Name.StartsWith('<')).Select(TextOf));
    }

    private static bool IsPromised(MethodBase member) => member.IsPublic || member.IsFamily || member.IsFamilyOrAssembly;

    private static string TextOf(PropertyInfo property) =>
        $"{(property.GetAccessors(nonPublic: true)[0].IsStatic ? "static " : "")}{NameOf(property.PropertyType)} {property.Name} {{ "
        + $"{(property.GetMethod is { } get && IsPromised(get) ? "get; " : "")}{(property.SetMethod is { } set && IsPromised(set) ? IsInit(set) ? "init; " : "set; " : "")}}}";

    private static bool IsInit(MethodInfo set) => set.ReturnParameter.GetRequiredCustomModifiers().Any(type => type.Name == "IsExternalInit");

    private static string TextOf(MethodInfo method) => $"{(method.IsStatic ? "static " : "")}{NameOf(method.ReturnType)} {method.Name}"
        + $"{(method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(NameOf))}>" : "")}({Parameters(method)})";

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p => $"{NameOf(p.ParameterType)} {p.Name}{(p.IsOptional ? " = …" : "")}"));

    private static string KindOf(Type type) => type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsValueType ? "struct"
        : type is { IsAbstract: true, IsSealed: true } ? "static class" : type.IsSealed ? "sealed class" : type.IsAbstract ? "abstract class" : "class";

    private static string BasesOf(Type type) =>
        type.IsEnum || type.BaseType is null || type.BaseType == typeof(object) || type.BaseType == typeof(ValueType) ? "" : $" : {NameOf(type.BaseType)}";

    private static string NameOf(Type type)
    {
        if (type.IsByRef) return "ref " + NameOf(type.GetElementType()!);
        if (type.IsArray) return NameOf(type.GetElementType()!) + "[]";
        if (!type.IsGenericType) return type.Name;
        return $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>";
    }
}
