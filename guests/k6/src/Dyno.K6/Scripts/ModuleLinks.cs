namespace Dyno.K6;

/// <summary>What a module imports and exports by name, as its text says.</summary>
/// <param name="Imports">Imported names by module, re-exports included; in TypeScript only value imports.</param>
/// <param name="Exports">What it declares and what its lists name.</param>
/// <param name="PassesOn">Whether it exports everything of another module.</param>
/// <param name="Own">Top-level names that shadow parameters of the CommonJS wrapper, such as <c>module</c>.</param>
internal sealed record ModuleLinks(ImmutableArray<ModuleImport> Imports, ImmutableArray<string> Exports, bool PassesOn, ImmutableArray<string> Own)
{
    /// <summary>The JSON for a file that is not a module.</summary>
    public const string None = """{"imports":[],"exports":[],"passesOn":false,"own":[]}""";

    /// <summary>Reads what the compiler wrote (compiler.js).</summary>
    public static ModuleLinks Read(string json)
    {
        using var document = JsonDocument.Parse(json);
        var links = document.RootElement;
        return new ModuleLinks(
            [.. links.GetProperty("imports").EnumerateArray().Select(import => new ModuleImport(import.GetProperty("module").GetString()!, NamesOf(import)))],
            [.. links.GetProperty("exports").EnumerateArray().Select(name => name.GetString()!)],
            links.GetProperty("passesOn").GetBoolean(),
            [.. links.GetProperty("own").EnumerateArray().Select(name => name.GetString()!)]);
    }

    private static ImmutableArray<ImportedName> NamesOf(JsonElement import) => [.. import.GetProperty("names").EnumerateArray().Select(name =>
        new ImportedName(name.GetProperty("name").GetString()!, name.GetProperty("at").GetInt32(), name.GetProperty("isRead").GetBoolean()))];
}

/// <summary>An import of names.</summary>
/// <param name="Module">The module, as the import names it.</param>
/// <param name="Names">What it must export.</param>
internal sealed record ModuleImport(string Module, ImmutableArray<ImportedName> Names);

/// <summary>A name that is imported.</summary>
/// <param name="At">Index of the name in the text.</param>
/// <param name="IsRead">Whether the file reads the name, or exports it again.</param>
internal sealed record ImportedName(string Name, int At, bool IsRead);
