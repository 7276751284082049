using System.Text.RegularExpressions;
using Dyno.Inputs.Problems;
using Dyno.JavaScript;

namespace Dyno.K6.Scripts;

/// <summary>
/// Looks at the imports of a file before it runs: a name that a module does not export is an error at its line that names
/// the nearest one, and not an undefined that is called an hour later.
/// </summary>
internal static partial class ImportCheck
{
    /// <summary>Throws when a built-in module has no such export.</summary>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfUnknown(string text, string file)
    {
        foreach (Match import in Import().Matches(text))
        {
            if (!ModuleExports.ByModule.TryGetValue(import.Groups["module"].Value, out var exports)) continue;
            foreach (Match name in Name().Matches(import.Groups["names"].Value))
                Check(name.Groups[1].Value, exports, import, name, text, file);
        }
    }

    /// <summary>Throws when a file of the script has no such export; in TypeScript, where the name may be a type's, never.</summary>
    /// <param name="text">The file that imports.</param>
    /// <param name="file">Its full path or URL.</param>
    /// <param name="specifier">What it imports, as it writes it.</param>
    /// <param name="exporter">The text of what it imports.</param>
    /// <param name="exports">The names that this has, now that it has run; a variable without a value is not among them.</param>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfMissing(string text, string file, string specifier, string exporter, IReadOnlyList<string> exports)
    {
        if (file.EndsWith("ts", StringComparison.OrdinalIgnoreCase) || specifier.EndsWith("ts", StringComparison.OrdinalIgnoreCase)) return;
        if (PassesOn().IsMatch(exporter)) return;
        var listed = Listed().Matches(exporter).SelectMany(m => Word().Matches(m.Groups[1].Value + m.Groups[2].Value));
        exports = [.. exports.Union(listed.Select(word => word.Value))];
        foreach (Match import in Import().Matches(text))
            if (import.Groups["module"].Value == specifier)
                foreach (Match name in Name().Matches(import.Groups["names"].Value))
                    Check(name.Groups[1].Value, exports, import, name, text, file);
    }

    private static void Check(string name, IReadOnlyList<string> exports, Match import, Match found, string text, string file)
    {
        if (exports.Contains(name) || name == "default") return;
        var at = import.Groups["names"].Index + found.Groups[1].Index;
        var before = text.AsSpan(0, at);
        var near = NearestWord.Find(name, exports);
        throw new ScriptException(
            $"the module {import.Groups["module"].Value} has no export '{name}'{(near is null ? $": it has {string.Join(", ", exports)}" : $"; did you mean {near}?")}", "SyntaxError")
        {
            File = file,
            Line = before.Count('\n') + 2, // one line above the script is Dyno's
            Column = at - before.LastIndexOf('\n'),
        };
    }

    [GeneratedRegex("""^[ \t]*import\s+(?:[\w$]+\s*,\s*)?\{(?<names>[^}]*)\}\s*from\s*["'](?<module>[^"']+)["']""", RegexOptions.Multiline)]
    private static partial Regex Import();

    [GeneratedRegex(@"\bexport\s*\*")]
    private static partial Regex PassesOn();

    [GeneratedRegex(@"\bexport\s*(?:\{([^}]*)\}|(?:let|var)\s+([\w$,\s]+))")]
    private static partial Regex Listed();

    [GeneratedRegex(@"[\w$]+")]
    private static partial Regex Word();

    [GeneratedRegex(@"(?:^|,)\s*(?!type\s)([\w$]+)(?:\s+as\s+[\w$]+)?\s*(?=,|$)")]
    private static partial Regex Name();
}
