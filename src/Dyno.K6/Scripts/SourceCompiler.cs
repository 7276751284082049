using System.Text.Json;
using System.Text.RegularExpressions;
using Dyno.JavaScript;

namespace Dyno.K6.Scripts;

/// <summary>
/// Turns modules and TypeScript into what the engine runs: sucrase, in a machine of its own that is thrown away when the
/// script has been read. Lines stay where they are. One thread.
/// </summary>
/// <param name="kept">What was made in earlier runs; null when nothing is kept.</param>
internal sealed partial class SourceCompiler(CompiledFolder? kept) : IDisposable
{
    private const string DefaultName = " $default";

    private const string Entry = """
        (function (code, isTypeScript, file) {
          const isModule = /(^|[\n;}])\s*(import\b(?!\s*\()|export\b)/.test(code) || isTypeScript === 1;
          const transforms = [];
          if (isModule) transforms.push('imports');
          if (isTypeScript === 1) transforms.push('typescript');
          if (transforms.length === 0) return JSON.stringify({ code, map: '' });
          const made = globalThis.__sucrase(code, { transforms, disableESTransforms: true, production: true, filePath: file,
            preserveDynamicImport: true, sourceMapOptions: { compiledFilename: file } });
          return JSON.stringify({ code: made.code, map: made.sourceMap.mappings });
        })
        """;

    private IScriptVm? _vm;
    private ScriptValue _entry;

    /// <summary>Compiles one file.</summary>
    /// <param name="text">As read.</param>
    /// <param name="file">Full path or URL.</param>
    /// <exception cref="ScriptException">
    /// It does not parse, or imports what is not there; line and column are those of the text.
    /// </exception>
    public CompiledSource Compile(string text, string file)
    {
        if (file.EndsWith(".json", StringComparison.OrdinalIgnoreCase)) return new CompiledSource(file, text, null, IsJson: true);
        if (text.StartsWith("#!", StringComparison.Ordinal)) text = "//" + text[2..];
        var isTypeScript = file.EndsWith(".ts", StringComparison.OrdinalIgnoreCase) || file.EndsWith(".mts", StringComparison.OrdinalIgnoreCase);
        var folder = Path.GetFileNameWithoutExtension(file) == "-" ? null : kept; // what was piped in is not kept
        if (folder?.Read(text, isTypeScript) is not { } made)
        {
            ImportCheck.ThrowIfUnknown(text, file);
            var named = NamedDefault(ExportLists.Split(text), out var inserted);
            var (code, map) = Path.GetFileName(file) == "-" ? TransformUnnamed(named, file) : Transform(named, isTypeScript, file);
            made = new CompiledText(code, map, inserted);
            folder?.Keep(text, isTypeScript, made);
        }
        var isAsync = HasTopLevelAwait(made.Code);
        var program = ImportMeta().Replace(made.Code, "require.meta"); // in a function there is no import.meta
        var body = $"({(isAsync ? "async " : "")}function (exports, require, module, __filename, __dirname) {{\n{program}\n}})";
        return new CompiledSource(file, body, made.Map.Length == 0 ? null : new SourceMap(made.Map, made.Inserted));
    }

    public void Dispose() => _vm?.Dispose();

    // An anonymous default function becomes an expression that ends with its line, and swallows what follows on it; one
    // with a name stays a declaration.
    private static string NamedDefault(string text, out (int Line, int Column, int Length) named)
    {
        named = default;
        if (AnonymousDefault().Match(text) is not { Success: true } match) return text;
        var at = match.Groups[1].Index + match.Groups[1].Length;
        named = (text.AsSpan(0, at).Count('\n') + 1, at - text.LastIndexOf('\n', at - 1), DefaultName.Length);
        return text.Insert(at, DefaultName);
    }

    // Standard input has no ending: JavaScript, or what only TypeScript can read.
    private (string Code, string Map) TransformUnnamed(string text, string file)
    {
        try
        {
            return Transform(text, isTypeScript: false, file);
        }
        catch (ScriptException asScript)
        {
            try
            {
                return Transform(text, isTypeScript: true, file);
            }
            catch (ScriptException)
            {
                throw asScript;
            }
        }
    }

    private (string Code, string Map) Transform(string text, bool isTypeScript, string file)
    {
        Start();
        try
        {
            var made = _vm!.Text(_vm.Call(_entry, _vm.From(text), _vm.From(isTypeScript ? 1 : 0), _vm.From(file)));
            using var json = JsonDocument.Parse(made);
            return (json.RootElement.GetProperty("code").GetString()!, json.RootElement.GetProperty("map").GetString()!);
        }
        catch (ScriptException e)
        {
            throw PlaceOf(e, file);
        }
    }

    private void Start()
    {
        if (_vm is not null) return;
        _vm = ScriptEngine.CreateVm();
        _vm.Evaluate(Prelude.Sucrase, "sucrase.js");
        _entry = _vm.Evaluate(Entry, "compiler.js");
    }

    // "Error transforming FILE: Unexpected token (3:14)"
    private static ScriptException PlaceOf(ScriptException e, string file)
    {
        var open = e.Message.LastIndexOf('(');
        var (line, column) = (0, 0);
        if (open >= 0 && e.Message[(open + 1)..].TrimEnd(')').Split(':') is [var l, var c])
            (_, _) = (int.TryParse(l, out line), int.TryParse(c, out column));
        var message = open >= 0 && line > 0 ? e.Message[..open].Trim() : e.Message;
        var prefix = $"Error transforming {file}:";
        if (message.StartsWith(prefix, StringComparison.Ordinal)) message = message[prefix.Length..].Trim();
        return new ScriptException(message, "SyntaxError") { File = file, Line = line > 0 ? line + 1 : 0, Column = column };
    }

    // Await outside of any function: a script has it rarely, and a wrong yes only makes the module end a little later.
    private static bool HasTopLevelAwait(string code)
    {
        var depth = 0;
        for (var i = 0; i < code.Length; i++)
        {
            var c = code[i];
            if (c is '"' or '\'' or '`') i = EndOfText(code, i);
            else if (c == '/' && i + 1 < code.Length && code[i + 1] == '/') i = EndOf(code, i, '\n');
            else if (c == '/' && i + 1 < code.Length && code[i + 1] == '*') i = Math.Max(i, code.IndexOf("*/", i + 2, StringComparison.Ordinal));
            else if (c is '{' or '(') depth++;
            else if (c is '}' or ')') depth--;
            else if (depth == 0 && c == 'a' && IsAwait(code, i)) return true;
        }
        return false;
    }

    private static bool IsAwait(string code, int at) =>
        code.AsSpan(at).StartsWith("await ") && (at == 0 || !(char.IsLetterOrDigit(code[at - 1]) || code[at - 1] is '_' or '$' or '.'));

    private static int EndOf(string code, int at, char end) => code.IndexOf(end, at) is var found && found < 0 ? code.Length : found;

    private static int EndOfText(string code, int at)
    {
        for (var i = at + 1; i < code.Length; i++)
        {
            if (code[i] == '\\') i++;
            else if (code[i] == code[at]) return i;
            else if (code[i] == '\n' && code[at] != '`') return i;
        }
        return code.Length;
    }

    [GeneratedRegex("""(?<![\w$.'"`])import\.meta\b""")]
    private static partial Regex ImportMeta();

    [GeneratedRegex(@"(?:^|[;}])[ \t]*(export[ \t]+default[ \t]+(?:async[ \t]+)?function[ \t]*\*?)[ \t]*\(", RegexOptions.Multiline)]
    private static partial Regex AnonymousDefault();
}
