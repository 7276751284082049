namespace Dyno.K6;

/// <summary>Modules, files, time, log.</summary>
internal static class RuntimeHost
{
    private const long LongSleepNanos = 50_000_000;

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var run = user.Run;
        table.Add("log", call => run.Log.Write(call.Text(0), call.Text(1), "console"));
        table.Add("stack", call => call.Return(run.Errors.Frames(call.Text(0))));
        table.Add("now", call => call.Return(Now(run.Clock)));
        table.Add("takeEnded", call => call.Return(user.TakeEnded()));
        table.Add("resolve", call => call.Return(ScriptFiles.Resolve(call.Text(0), call.Text(1))));
        table.Add("moduleBody", call => ReturnModule(call, user));
        table.Add("checkNames", call => CheckNames(run.Files, call));
        table.Add("openFile", call => call.Return(Open(run, call.Text(0), call.Text(1))));
        table.Add("fileSize", call => call.Return(run.OpenFiles[call.Text(0)].Length));
        table.Add("fileText", call => call.Return(Encoding.UTF8.GetString(run.OpenFiles[call.Text(0)])));
        table.Add("fileBytes", call => run.OpenFiles[call.Text(0)].CopyTo(call.Bytes(1)));
        table.Add("flush", _ => user.Flush());
        table.Add("tagSet", call => call.Return(TagSetOf(user, call.Text(0))));
        table.Add("sleep", call => Sleep(user, call));
        table.Add("takeFailure", call => call.Return(user.TakeFailure()));
        table.Add("sharedLength", call => call.Return(run.Arrays.LengthOf(call.Text(0))));
        table.Add("sharedStore", call => run.Arrays.Store(call.Text(0), call.Text(1)));
        table.Add("sharedElement", call => call.Return(run.Arrays.Element(call.Text(0), call.Whole(1))));
    }

    /// <summary>Milliseconds with fractions, on a clock that never goes back; only the difference of two values has a meaning.</summary>
    public static double Now(EngineClock clock) => clock.NowNanos / 1e6;

    private static void ReturnModule(HostCall call, ScriptUser user)
    {
        CompiledSource module = null!;
        Placed(() => module = user.Run.Files.Module(call.Text(0)));
        if (module.IsJson) call.Return(module.Body);
        else Placed(() => call.Return(BodyOf(user, module)));
    }

    // The engine may refuse code that the compiler has accepted.
    private static ScriptValue BodyOf(ScriptUser user, CompiledSource module)
    {
        try
        {
            return user.Machine.Body(module);
        }
        catch (ScriptException e) when (e.Line > 0 && user.Run.Files.IsModule(module.File))
        {
            var (line, column) = user.Run.Files.Original(module.File, e.Line, Math.Max(1, e.Column));
            var lines = user.Run.Files.Texts[module.File].TrimEnd().AsSpan().Count('\n') + 1;
            var isBeyond = line > lines; // the place lies in the brace that Dyno puts after a module
            throw new ScriptException(isBeyond && e.Message.StartsWith("Unexpected token '}'", StringComparison.Ordinal) ? "Unexpected end of the script" : e.Message, "SyntaxError")
            {
                File = module.File,
                Line = Math.Min(line, lines) + 1, // Dyno puts one line above the script
                Column = isBeyond ? 1 : column,
            };
        }
    }

    private static void CheckNames(ScriptFiles files, HostCall call)
    {
        var (file, specifier, exporter, names) = (call.Text(0), call.Text(1), call.Text(2), call.Text(3).Split(','));
        Placed(() => ImportCheck.ThrowIfMissing(files.LinksOf(file), files.Texts[file], file, specifier, files.LinksOf(exporter), names));
    }

    // An error keeps only its message on its way through the engine, so the place is written into the message.
    private static void Placed(Action work)
    {
        try
        {
            work();
        }
        catch (ScriptException e) when (e.File.Length > 0 && e.Line > 1)
        {
            var place = e.File.StartsWith('/') ? "file://" + e.File : e.File;
            throw new HostException($"{e.Message} ({place}:{e.Line - 1}:{e.Column})", "SyntaxError");
        }
    }

    private static string Open(ScriptRun run, string path, string from)
    {
        var (file, content) = run.Files.Open(path, from);
        run.OpenFiles.TryAdd(file, content);
        return file;
    }

    private static double TagSetOf(ScriptUser user, string json)
    {
        var tags = System.Text.Json.JsonSerializer.Deserialize<Dictionary<string, string>>(json)!;
        return user.Run.Metrics.TagSets.With(user.Scope.TagSet, tags.Select(t => KeyValuePair.Create(t.Key, (string?)t.Value)));
    }

    private static void Sleep(ScriptUser user, HostCall call)
    {
        var seconds = call.Number(0);
        if (!(seconds > 0)) return;
        var nanos = (long)Math.Min(seconds * 1e9, long.MaxValue / 2);
        if (nanos > LongSleepNanos) user.Flush();
        if (call.Truth(1))
        {
            user.SuspendUntil(user.Run.Clock.NowNanos + nanos);
            call.Return(true);
            return;
        }
        user.Scope.Wait(nanos);
        user.ThrowIfCut();
    }
}
