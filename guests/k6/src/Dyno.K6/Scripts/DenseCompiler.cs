namespace Dyno.K6;

/// <summary>
/// Makes a script fit for machines that many virtual users share: functions that wait become generators, and code that cannot wait without
/// blocking the thread is reported. Runs in its own machine that is thrown away.
/// </summary>
internal static class DenseCompiler
{
    /// <summary>Stands before the name of a file in the stacks of shared machines.</summary>
    public const string Prefix = "dense:";

    /// <summary>Compiles every module that was loaded, of one script or several.</summary>
    /// <returns>The reasons why it cannot be done; empty when it was done.</returns>
    public static ImmutableArray<DenseProblem> Compile(params ReadOnlySpan<ScriptFiles> scripts)
    {
        using var vm = ScriptEngine.CreateVm();
        vm.Evaluate(Prelude.Acorn, "acorn.js");
        var transform = vm.Call(vm.Evaluate(Prelude.Dense, "dense.js"), vm.Evaluate("__acorn", "acorn.js"));
        var problems = ImmutableArray.CreateBuilder<DenseProblem>();
        foreach (var files in scripts) problems.AddRange(Compile(files, vm, transform));
        return problems.ToImmutable();
    }

    private static ImmutableArray<DenseProblem> Compile(ScriptFiles files, IScriptVm vm, ScriptValue transform)
    {
        var modules = files.Modules.Where(m => !m.IsJson && !Prelude.IsPure(m.File)).Select(m => new { file = m.File, text = m.Body });
        string answer;
        try
        {
            answer = vm.Text(vm.Call(transform, vm.From(JsonSerializer.Serialize(modules)), vm.Function("resolve", Resolve)));
        }
        catch (ScriptException e)
        {
            return [new DenseProblem(files.MainFile, 0, $"cannot be rewritten: {e.Message}")];
        }
        using var json = JsonDocument.Parse(answer);
        if (json.RootElement.TryGetProperty("problems", out var problems))
            return [.. problems.EnumerateArray().Select(p => new DenseProblem(
                p.GetProperty("file").GetString()!, p.GetProperty("line").GetInt32(), p.GetProperty("what").GetString()!)).Distinct()];
        return Keep(files, vm, json.RootElement);
    }

    // A module that cannot be resolved was never loaded, and so is not part of the program.
    private static void Resolve(HostCall call)
    {
        try
        {
            call.Return(ScriptFiles.ImportedFile(call.Text(0), call.Text(1)));
        }
        catch (HostException)
        {
            call.Return("");
        }
    }

    private static ImmutableArray<DenseProblem> Keep(ScriptFiles files, IScriptVm vm, JsonElement answer)
    {
        foreach (var module in answer.GetProperty("modules").EnumerateArray())
        {
            var (file, text) = (module.GetProperty("file").GetString()!, module.GetProperty("text").GetString()!);
            try
            {
                vm.Free(vm.Evaluate(text, Prefix + file));
            }
            catch (ScriptException e)
            {
                return [new DenseProblem(file, e.Line - 1, $"cannot be rewritten: {e.Message}")];
            }
            files.UseDense(file, new CompiledSource(Prefix + file, text, new SourceMap(module.GetProperty("map").GetString()!, [])));
        }
        var parameters = answer.GetProperty("parameters").GetString();
        foreach (var pure in files.Modules.Where(m => Prelude.IsPure(m.File)))
            files.UseDense(pure.File, new CompiledSource(Prefix + pure.File, $"(function ({parameters}) {{ return {pure.Body}; }})", null));
        return [];
    }
}

/// <summary>Why a script cannot share a machine.</summary>
/// <param name="File">Full path or URL.</param>
/// <param name="Line">From 1; 0 when not known.</param>
/// <param name="What">A predicate: <c>waits in a getter</c>.</param>
internal sealed record DenseProblem(string File, int Line, string What)
{
    public override string ToString() => Line > 0 ? $"{Path.GetFileName(File)}:{Line} {What}" : $"{Path.GetFileName(File)} {What}";
}
