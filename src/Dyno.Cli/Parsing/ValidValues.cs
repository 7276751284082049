namespace Dyno.Cli;

/// <summary>
/// Reads the values of a command line that may have mistakes. A value that the parser refused counts as not given, so that the other values
/// are read and all mistakes are reported at once.
/// </summary>
internal static class ValidValues
{
    /// <summary>The value of an option: the first of several where one is allowed, and the default where the parser refused the value.</summary>
    public static T? ValidValue<T>(this ParseResult parsed, Option<T> option)
    {
        if (parsed.Errors.All(error => ParseProblems.OptionOf(error.SymbolResult) != option)) return parsed.GetValue(option);
        return parsed.GetResult(option) is { Tokens: [var first, _, ..] } && first.Value is T once && option.Arity.MaximumNumberOfValues == 1 ? once : default;
    }
}
