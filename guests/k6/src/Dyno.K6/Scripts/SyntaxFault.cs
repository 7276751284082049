namespace Dyno.K6;

/// <summary>
/// Finds the place where JavaScript does not parse, and the reason. Sucrase reads on after many faults and names a later place; acorn,
/// which the dense layout needs anyhow, names the first one. Runs in its own machine that is thrown away.
/// </summary>
internal static class SyntaxFault
{
    // The text is parsed as a module and as a script, because a script may do what a module may not. The fault that lies further on counts:
    // the parser that got further has taken the text for what it is.
    private const string Find = """
        (function (parse, text) {
          let furthest = null;
          for (const sourceType of ['module', 'script']) {
            try {
              parse(text, { ecmaVersion: 'latest', sourceType, allowHashBang: true, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
              return 'null';
            } catch (e) {
              if (!e.loc) throw e;
              const what = e.message.replace(/ \(\d+:\d+\)$/, '');
              if (!furthest || e.pos > furthest.pos) furthest = { pos: e.pos, line: e.loc.line, column: e.loc.column + 1, what };
            }
          }
          return JSON.stringify(furthest);
        })
        """;

    /// <summary>The fault of a text; null when acorn finds none.</summary>
    /// <param name="text">JavaScript, a module or a script.</param>
    public static (string What, int Line, int Column)? Of(string text)
    {
        using var vm = ScriptEngine.CreateVm();
        vm.Evaluate(Prelude.Acorn, "acorn.js");
        using var json = JsonDocument.Parse(vm.Text(vm.Call(vm.Evaluate(Find, "fault.js"), vm.Evaluate("__acorn.parse", "acorn.js"), vm.From(text))));
        var fault = json.RootElement;
        return fault.ValueKind == JsonValueKind.Null ? null
            : (fault.GetProperty("what").GetString()!, fault.GetProperty("line").GetInt32(), fault.GetProperty("column").GetInt32());
    }
}
