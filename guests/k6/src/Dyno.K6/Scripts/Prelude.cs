namespace Dyno.K6;

/// <summary>The JavaScript that Dyno brings along, from the resources of this assembly.</summary>
internal static class Prelude
{
    private static readonly Lazy<ImmutableArray<(string Name, string Source)>> AllModules = new(ReadModules);

    /// <summary>The code on which every virtual user is built.</summary>
    public static string Runtime { get; } = Read("runtime.js");

    /// <summary>The script that is run before many starts a second, so that the code of the load is compiled.</summary>
    public static string Rehearsal => Read("rehearsal.js");

    /// <summary>Whether a file that the engine names belongs to the prelude, not to a script.</summary>
    public static bool IsOwn(string file) => file is "runtime.js" or "rehearsal.js" or "bootstrap.js" or "define.js" || file.StartsWith("modules/", StringComparison.Ordinal);

    /// <summary>What turns modules and TypeScript into what the engine runs, and its parser.</summary>
    public static string Sucrase => Read("bundles/sucrase.js");

    /// <summary>The functions that <see cref="SourceCompiler"/> calls, written on top of <see cref="Sucrase"/>.</summary>
    public static string Compiler => Read("compiler.js");

    /// <summary>The function that lets what is in force last over <c>await</c>, written on top of <see cref="Acorn"/>.</summary>
    public static string Awaits => Read("awaits.js");

    /// <summary>The parser and the editor of texts that <see cref="DenseCompiler"/> uses.</summary>
    public static string Acorn => Read("bundles/acorn.js");

    /// <summary>The code that makes functions wait without blocking a thread.</summary>
    public static string Dense => $"(function (acorn) {{ 'use strict';\n{Read("dense/program.js")}\n{Read("dense/marking.js")}\n{Read("dense/rewriting.js")}\nreturn transform; }})";

    /// <summary>Each module: its file's name and its text, an expression with a name and a function that makes it.</summary>
    public static ImmutableArray<(string Name, string Source)> Modules => AllModules.Value;

    /// <summary>Own versions of modules of jslib.k6.io, which a script loads like files of its own: <c>jslib/k6-utils.js</c>.</summary>
    public static ImmutableHashSet<string> Libraries { get; } =
        [.. typeof(Prelude).Assembly.GetManifestResourceNames().Where(name => name.StartsWith("jslib/", StringComparison.Ordinal))];

    /// <summary>Whether a library only computes, so that it need not be rewritten for the dense layout.</summary>
    public static bool IsPure(string file) => Libraries.Contains(file) && file is not ("jslib/httpx.js" or "jslib/k6chaijs.js");

    public static string Library(string name) => Read(name);

    private static ImmutableArray<(string Name, string Source)> ReadModules() =>
    [
        .. typeof(Prelude).Assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith("modules/", StringComparison.Ordinal) && name.EndsWith(".js", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(name => (name, Read(name))),
    ];

    private static string Read(string name)
    {
        using var stream = typeof(Prelude).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"the resource {name} is missing from the build");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
