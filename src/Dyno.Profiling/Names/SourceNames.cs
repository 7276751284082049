using System.Text.RegularExpressions;

namespace Dyno.Profiling;

/// <summary>Names as the source has them for the names that the compiler made: state machines, lambdas, local functions, generics.</summary>
internal static partial class SourceNames
{
    public static string Of(string type, string method)
    {
        type = WithoutArguments(type).Replace("<Main>$", "Main", StringComparison.Ordinal);
        method = WithoutArguments(method).Replace("<Main>$", "Main", StringComparison.Ordinal);
        type = Local().Replace(Lambda().Replace(type, "$1.lambda"), "$1.$2");
        if (method == "MoveNext" && StateMachine().Match(type) is { Success: true } machine)
        {
            type = type[..machine.Index];
            method = machine.Groups[1].Value;
        }
        type = Closure().Replace(type, "");
        method = Local().Replace(Lambda().Replace(method, "$1.lambda"), "$1.$2");
        type = Arity().Replace(type, "").Replace('+', '.');
        return (type.Length == 0 ? method : $"{type}.{method}").Replace(';', ',');
    }

    private static string WithoutArguments(string text)
    {
        if (!text.Contains('[', StringComparison.Ordinal)) return text;
        var kept = new StringBuilder(text.Length);
        var depth = 0;
        foreach (var letter in text)
        {
            if (letter == '[') depth++;
            else if (letter == ']') depth--;
            else if (depth == 0) kept.Append(letter);
        }
        return kept.ToString();
    }

    [GeneratedRegex(@"\+<([^<>]+)>d(__\d+)?(`\d+)?$")]
    private static partial Regex StateMachine();

    [GeneratedRegex(@"\+<>c(__DisplayClass\d+_\d+)?(`\d+)?")]
    private static partial Regex Closure();

    [GeneratedRegex(@"<([^<>]*)>b__[\d_]+")]
    private static partial Regex Lambda();

    [GeneratedRegex(@"<([^<>]*)>g__([^|]+)\|[\d_]+")]
    private static partial Regex Local();

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();
}
