using Dyno.Inputs.Problems;
using Dyno.JavaScript;

namespace Dyno.K6.Scripts;

/// <summary>
/// Looks at the imports of a file before it runs: a name that a module does not export is an error at its line that names
/// the nearest one, and not an undefined that is called an hour later.
/// </summary>
internal static class ImportCheck
{
    /// <summary>Throws when a built-in module has no such export.</summary>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfUnknown(ModuleLinks links, string text, string file)
    {
        foreach (var import in links.Imports)
            if (ModuleExports.ByModule.TryGetValue(import.Module, out var exports)) Check(import, exports, text, file);
    }

    /// <summary>Throws when a file of the script has no such export.</summary>
    /// <param name="links">Of the file that imports.</param>
    /// <param name="text">Its text.</param>
    /// <param name="file">Its full path or URL.</param>
    /// <param name="specifier">What it imports, as it writes it.</param>
    /// <param name="exporter">Of what it imports.</param>
    /// <param name="exports">The names that this has, now that it has run; a variable without a value is not among them.</param>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfMissing(ModuleLinks links, string text, string file, string specifier, ModuleLinks exporter, IReadOnlyList<string> exports)
    {
        if (exporter.PassesOn) return;
        exports = [.. exports.Union(exporter.Exports)];
        foreach (var import in links.Imports)
            if (import.Module == specifier) Check(import, exports, text, file);
    }

    private static void Check(ModuleImport import, IReadOnlyList<string> exports, string text, string file)
    {
        foreach (var (name, at) in import.Names)
        {
            if (exports.Contains(name) || name == "default") continue;
            var before = text.AsSpan(0, at);
            var near = NearestWord.Find(name, exports);
            throw new ScriptException(
                $"the module {import.Module} has no export '{name}'{(near is null ? $": it has {string.Join(", ", exports)}" : $"; did you mean {near}?")}", "SyntaxError")
            {
                File = file,
                Line = before.Count('\n') + 2, // one line above the script is Dyno's
                Column = at - before.LastIndexOf('\n'),
            };
        }
    }
}
