using System.Reflection;

namespace Dyno.Scenarios;

/// <summary>
/// The name of code as its author knows it. The compiler hides lambdas and local functions in methods with names of its own: those are named
/// after the method that they stand in.
/// </summary>
internal static class CodeName
{
    private const string TopLevel = "<Main>$";

    /// <summary>For example <c>Orders.ListAsync</c>, <c>a lambda in Orders.RunAsync</c>, <c>Pay in Orders.RunAsync</c>.</summary>
    public static string Of(Delegate code)
    {
        var method = code.Method;
        var (name, outer) = Parts(method.Name);
        if (outer.Length == 0) return $"{TypeOf(method)}{name}";
        while (outer != TopLevel && Parts(outer) is { Outer.Length: > 0 } further) outer = further.Outer;
        var place = outer == TopLevel ? "the top-level code" : $"{TypeOf(method)}{outer}";
        return name.Length == 0 ? $"a lambda in {place}" : $"{name} in {place}";
    }

    // "<Outer>b__0_1" is a lambda, "<Outer>g__Name|0_1" a local function; the outer name may be such a name, too.
    private static (string Name, string Outer) Parts(string name)
    {
        var end = name.LastIndexOf('>');
        if (name[0] != '<' || end < 0 || end + 1 >= name.Length) return (name, "");
        var (outer, rest) = (name[1..end], name[(end + 1)..]);
        if (rest[0] != 'g' || rest.IndexOf('|', StringComparison.Ordinal) is not (> 3 and var bar)) return ("", outer);
        return (rest[3..bar], outer);
    }

    private static string TypeOf(MethodInfo method)
    {
        var type = method.DeclaringType;
        while (type is { DeclaringType: not null } && type.Name.StartsWith('<')) type = type.DeclaringType;
        return type is null ? "" : $"{type.Name.Split('`')[0]}.";
    }
}
