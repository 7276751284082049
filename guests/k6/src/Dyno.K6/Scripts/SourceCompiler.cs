namespace Dyno.K6;

/// <summary>
/// Compiles modules and TypeScript to what the engine runs, by sucrase, in its own machine that is thrown away when the script has
/// been read. Lines keep their numbers. One thread.
/// </summary>
/// <param name="kept">Modules compiled in earlier runs; null when nothing is kept.</param>
/// <param name="followsAwaits">Whether tags and group last over <c>await</c>.</param>
internal sealed class SourceCompiler(CompiledFolder? kept, bool followsAwaits, Action<string> warn) : IDisposable
{
    private static readonly string[] Parameters = ["exports", "require", "module", "__filename", "__dirname"];
    private IScriptVm? _vm;
    private ScriptValue _entry;
    private ScriptValue? _follow;

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
        var folder = Path.GetFileNameWithoutExtension(file) == "-" ? null : kept; // standard input is not kept
        var earlier = folder?.Read(text, isTypeScript);
        var made = earlier ?? (Path.GetFileName(file) == "-" ? MakeUnnamed(text, file) : Make(text, isTypeScript, file));
        var links = ModuleLinks.Read(made.Links);
        ImportCheck.ThrowIfUnknown(links, text, file, warn);
        if (earlier is null) folder?.Keep(text, isTypeScript, made);
        var parameters = Parameters.Select(name => links.Own.Contains(name) ? "$$" + name : name);
        var body = $"({(made.IsAsync ? "async " : "")}function ({string.Join(", ", parameters)}) {{\n{made.Code}\n}})";
        if (followsAwaits && made.Code.Contains("await", StringComparison.Ordinal)) body = Followed(body);
        return new CompiledSource(file, body, made.Map.Length == 0 ? null : new SourceMap(made.Map, made.Moves)) { Links = made.Links };
    }

    public void Dispose() => _vm?.Dispose();

    // Standard input has no file name ending: the text is JavaScript, or TypeScript if it cannot be read as JavaScript.
    private CompiledText MakeUnnamed(string text, string file)
    {
        try
        {
            return Make(text, isTypeScript: false, file);
        }
        catch (ScriptException asScript)
        {
            try
            {
                return Make(text, isTypeScript: true, file);
            }
            catch (ScriptException)
            {
                throw asScript;
            }
        }
    }

    private CompiledText Make(string text, bool isTypeScript, string file)
    {
        Start();
        try
        {
            var json = _vm!.Text(_vm.Call(_entry, _vm.From(text), _vm.From(isTypeScript ? 1 : 0), _vm.From(file)));
            using var document = JsonDocument.Parse(json);
            var made = document.RootElement;
            return new CompiledText(made.GetProperty("code").GetString()!, made.GetProperty("map").GetString()!, made.GetProperty("links").GetRawText(),
                made.GetProperty("isAsync").GetBoolean(), [.. made.GetProperty("moves").EnumerateArray().Select(MoveOf)]);
        }
        catch (ScriptException e)
        {
            if (e.Name != "SyntaxError" || isTypeScript || SyntaxFault.Of(text) is not { } fault) throw PlaceOf(e, file);
            throw new ScriptException(fault.What, "SyntaxError") { File = file, Line = fault.Line + 1, Column = fault.Column };
        }
    }

    private string Followed(string body)
    {
        Start();
        if (_follow is null)
        {
            _vm!.Evaluate(Prelude.Acorn, "acorn.js");
            _follow = _vm.Call(_vm.Evaluate(Prelude.Awaits, "awaits.js"), _vm.Evaluate("__acorn", "acorn.js"));
        }
        try
        {
            return _vm!.Text(_vm.Call(_follow.Value, _vm.From(body)));
        }
        catch (ScriptException)
        {
            return body; // the engine says what is wrong with it
        }
    }

    private static TextMove MoveOf(JsonElement move) => new(move[0].GetInt32(), move[1].GetInt32(), move[2].GetInt32(), move[3].GetInt32());

    private void Start()
    {
        if (_vm is not null) return;
        _vm = ScriptEngine.CreateVm();
        _vm.Evaluate(Prelude.Sucrase, "sucrase.js");
        _entry = _vm.Call(_vm.Evaluate(Prelude.Compiler, "compiler.js"), _vm.Evaluate("__sucrase", "sucrase.js"));
    }

    // The message of sucrase: "Error transforming FILE: Unexpected token (3:14)"
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
}
