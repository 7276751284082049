namespace Dyno.K6;

/// <summary>Uncaught exceptions of iterations: each place is shown once, with the stack in the script as written, and counted. Thread-safe; bounded.</summary>
internal sealed partial class ScriptErrors(ScriptFiles files, ScriptLog log)
{
    private const int MostPlaces = 1000;
    private static readonly ImmutableArray<string> ModulesOfNames = ["k6", "k6/metrics", "k6/data", "k6/html"];
    private const string ToldFrame = "\n\tat ";
    private readonly ConcurrentDictionary<string, long> _counts = new(StringComparer.Ordinal);

    /// <summary>Counts an exception, and shows it when its place is new.</summary>
    public void Report(ScriptException thrown)
    {
        var text = Describe(thrown);
        if (_counts.TryGetValue(text, out _)) { _counts.AddOrUpdate(text, 1, static (_, n) => n + 1); return; }
        if (_counts.Count >= MostPlaces) { _counts.AddOrUpdate("(further places)", 1, static (_, n) => n + 1); return; }
        if (_counts.AddOrUpdate(text, 1, static (_, n) => n + 1) == 1) log.Write("error", text);
    }

    /// <summary>Logs how often each exception happened, when more than once.</summary>
    public void Summarize()
    {
        foreach (var (text, count) in _counts.OrderByDescending(e => e.Value).Take(20))
            if (count > 1) log.Write("error", $"{count} times: {text.Split('\n')[0]}");
    }

    /// <summary>Message and stack with the places of the script as written.</summary>
    public string Describe(ScriptException thrown)
    {
        var text = new StringBuilder();
        text.Append(thrown.Name is "" or "Error" && thrown.Message.Length > 0 && thrown.Name.Length == 0 ? thrown.Message
            : thrown.Name.Length == 0 ? "exception" : $"{thrown.Name}: {ReadableNames(thrown.Message)}{ImportOf(thrown)}");
        var frames = FramesOf(thrown).ToList();
        foreach (var frame in frames.Take(20)) text.Append(ToldFrame).Append(frame);
        return text.ToString();
    }

    /// <summary>A stack of the engine as k6 writes it: a line for each place of the script as written, each after a line break.</summary>
    public string Frames(string stack) => string.Concat(FramesOf(stack).Select(frame => ToldFrame + frame));

    private IEnumerable<string> FramesOf(ScriptException thrown)
    {
        var found = false;
        foreach (var frame in FramesOf(thrown.Stack))
        {
            found = true;
            yield return frame;
        }
        if (found || thrown.Line <= 0 || thrown.File.Length == 0) yield break;
        var (line0, column0) = files.Original(thrown.File, thrown.Line, Math.Max(1, thrown.Column));
        if (Prelude.IsOwn(thrown.File)) yield break;
        if (!files.IsModule(thrown.File)) (line0, column0) = (thrown.Line - 1, thrown.Column);
        yield return $"{Url(thrown.File)}:{line0}:{column0}";
    }

    // A name that no one declared, and that is one of k6's, was probably not imported.
    private static string ImportOf(ScriptException thrown)
    {
        if (thrown.Name != "ReferenceError" || UnknownName().Match(thrown.Message) is not { Success: true } unknown) return "";
        var name = unknown.Groups["name"].Value;
        var import = name switch
        {
            "http" => "http from 'k6/http'",
            "exec" => "exec from 'k6/execution'",
            _ => ModulesOfNames.FirstOrDefault(module => ModuleExports.ByModule[module].Contains(name)) is { } module ? $"{{ {name} }} from '{module}'" : null,
        };
        return import is null ? "" : $" (write: import {import};)";
    }

    private IEnumerable<string> FramesOf(string stack)
    {
        foreach (var line in stack.Split('\n'))
        {
            if (line.StartsWith(ToldFrame[1..], StringComparison.Ordinal)) yield return line[(ToldFrame.Length - 1)..]; // errors.js made this line
            if (StackLine().Match(line) is not { Success: true } match) continue;
            var (name, file) = (match.Groups[1].Value, match.Groups[2].Value);
            if (!files.IsModule(file)) continue;
            var (l, c) = files.Original(file, int.Parse(match.Groups[3].ValueSpan), int.Parse(match.Groups[4].ValueSpan));
            if (l < 1) continue;
            yield return $"{(name.Length == 0 ? "<anonymous>" : ReadableNames(name))} ({Url(file)}:{l}:{c})";
        }
    }

    private static string Url(string name) => ScriptFiles.FileOf(name) is var file && file.StartsWith('/') ? "file://" + file : file;

    // What the compiler made of imported names: _http2.default.get and _k6.check
    private static string ReadableNames(string text) => ImportedName().Replace(text, m => m.Groups[1].Value.TrimEnd('2') + ".")
        .Replace(".$(", "(", StringComparison.Ordinal).Replace(".$ ", " ", StringComparison.Ordinal)
        .Replace(".call(void 0, ", "(", StringComparison.Ordinal).Replace("$default", "default", StringComparison.Ordinal)
        .Replace("$$exports", "exports", StringComparison.Ordinal).Replace("$$require", "require", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?<name>\S+) is not defined$")]
    private static partial Regex UnknownName();

    [GeneratedRegex(@"^(.*?)@(.+):(\d+):(\d+)$")]
    private static partial Regex StackLine();

    [GeneratedRegex(@"\b_([A-Za-z]\w*?)(\.default)?\.(?=\w)")]
    private static partial Regex ImportedName();
}
