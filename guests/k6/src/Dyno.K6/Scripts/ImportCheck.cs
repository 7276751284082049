namespace Dyno.K6;

/// <summary>
/// Looks at the imports of a file before the file runs: a name that a module does not export is an error at the line of the import, with
/// the nearest name, instead of an undefined that the script calls an hour later.
/// </summary>
internal static class ImportCheck
{
    /// <summary>
    /// Throws when a built-in module has no such export. An export that k6's modules lack and the script never reads gets only a warning,
    /// because k6 runs such scripts, too.
    /// </summary>
    /// <param name="file">Its full path or URL.</param>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfUnknown(ModuleLinks links, string text, string file, Action<string> warn)
    {
        foreach (var import in links.Imports)
        {
            if (!ModuleExports.ByModule.TryGetValue(import.Module, out var exports)) continue;
            var mayLack = import.Module == "k6" || import.Module.StartsWith("k6/", StringComparison.Ordinal);
            foreach (var missing in Missing(import, exports))
                if (mayLack && !missing.IsRead) warn($"{MessageOf(import, missing, exports)} ({Path.GetFileName(file)} never reads it)");
                else throw ErrorOf(import, missing, exports, text, file);
        }
    }

    /// <summary>Throws when a file of the script has no such export.</summary>
    /// <param name="links">The imports and exports of the file that imports.</param>
    /// <param name="file">Its full path or URL.</param>
    /// <param name="specifier">The imported module, as the file writes it.</param>
    /// <param name="exporter">The imports and exports of the imported module.</param>
    /// <param name="exports">The names that the imported module has after it has run; a variable without a value is not among them.</param>
    /// <exception cref="ScriptException">With the place of the import.</exception>
    public static void ThrowIfMissing(ModuleLinks links, string text, string file, string specifier, ModuleLinks exporter, IReadOnlyList<string> exports)
    {
        if (exporter.PassesOn) return;
        exports = [.. exports.Union(exporter.Exports)];
        foreach (var import in links.Imports)
            if (import.Module == specifier && Missing(import, exports).FirstOrDefault() is { } missing) throw ErrorOf(import, missing, exports, text, file);
    }

    private static IEnumerable<ImportedName> Missing(ModuleImport import, IReadOnlyList<string> exports) =>
        import.Names.Where(name => !exports.Contains(name.Name) && name.Name != "default");

    private static string MessageOf(ModuleImport import, ImportedName missing, IReadOnlyList<string> exports) =>
        $"the module {import.Module} has no export '{missing.Name}'"
        + (NearestWord.Find(missing.Name, exports) is { } near ? $"; did you mean {near}?" : $": it has {string.Join(", ", exports)}");

    private static ScriptException ErrorOf(ModuleImport import, ImportedName missing, IReadOnlyList<string> exports, string text, string file)
    {
        var before = text.AsSpan(0, missing.At);
        return new ScriptException(MessageOf(import, missing, exports), "SyntaxError")
        {
            File = file,
            Line = before.Count('\n') + 2, // Dyno puts one line above the script
            Column = missing.At - before.LastIndexOf('\n'),
        };
    }
}
