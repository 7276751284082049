using Dyno.Inputs;

namespace Dyno.K6;

/// <summary>
/// The files of a script. They are read, compiled and kept when the script is read for the first time. From then on a file that was not
/// read then is refused, as in k6, so that every virtual user sees the same files. Thread-safe.
/// </summary>
internal sealed class ScriptFiles : IDisposable
{
    private const long MaxBytes = 256 * 1024 * 1024;
    private const long MostStreamedBytes = 64 * 1024 * 1024;
    private static readonly TimeSpan StreamPatience = TimeSpan.FromSeconds(10);
    private static readonly string[] LaterWords =
    [
        "async", "await", "Async", "Promise", "then", "setTimeout", "setInterval", "queueMicrotask", "WeakRef", "FinalizationRegistry",
    ];

    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<string, CompiledSource> _modules = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, byte[]> _opened = new(StringComparer.Ordinal);
    private readonly SourceCompiler _compiler;
    private readonly string _mainText;
    private readonly RemoteModules _remote;
    private readonly IReadOnlyDictionary<string, byte[]>? _packed;
    private volatile bool _isSealed;

    /// <summary>Creates the files of one script.</summary>
    /// <param name="mainFile">Full path of the script; for standard input, the path of a file that need not exist.</param>
    /// <param name="remote">Modules from the net.</param>
    /// <param name="compiled">What was made of modules in earlier runs; null: nothing is kept.</param>
    /// <param name="packed">All files of an archive; null: the files of the disk and the net are used.</param>
    /// <param name="warn">Takes what is odd in a file.</param>
    /// <param name="followsAwaits">Whether tags and group last over <c>await</c>.</param>
    public ScriptFiles(string mainFile, string mainText, RemoteModules remote, CompiledFolder? compiled,
        IReadOnlyDictionary<string, byte[]>? packed, Action<string> warn, bool followsAwaits = false) =>
        (MainFile, _mainText, _remote, _compiler, _packed) = (mainFile, mainText, remote, new SourceCompiler(compiled, followsAwaits, warn), packed);

    /// <summary>Creates the files of a script of Dyno's own that is one file, ready to be loaded.</summary>
    public static ScriptFiles Of(string name, string body)
    {
        var files = new ScriptFiles(name, body, new RemoteModules("", static _ => null), null, null, static _ => { });
        files.Texts[name] = body;
        files._modules[name] = new CompiledSource(name, body, null);
        files.Seal();
        return files;
    }

    /// <summary>Full path of the script.</summary>
    public string MainFile { get; }

    /// <summary>The text of every module as it was read.</summary>
    public ConcurrentDictionary<string, string> Texts { get; } = new(StringComparer.Ordinal);

    /// <summary>What <c>open()</c> and <see cref="TryOpen"/> have read, by full path.</summary>
    public IReadOnlyDictionary<string, byte[]> Opened => _opened;

    /// <summary>
    /// Whether anything in the script may leave deferred work to the engine (jobs of promises, weak references), which the engine does when
    /// it is left. Known once the script is sealed; true in case of doubt.
    /// </summary>
    public bool LeavesWork { get; private set; } = true;

    /// <summary>Ends the reading of the script: from here on there are no new files and there is no compiler.</summary>
    public void Seal()
    {
        _isSealed = true;
        LeavesWork = Texts.Values.Any(text => LaterWords.Any(word => text.Contains(word, StringComparison.Ordinal)) || ImportsLater(text));
        _compiler.Dispose();
    }

    private static bool ImportsLater(string text)
    {
        const string Import = "import";
        for (var at = text.IndexOf(Import, StringComparison.Ordinal); at >= 0; at = text.IndexOf(Import, at + 1, StringComparison.Ordinal))
            if (text.AsSpan(at + Import.Length).TrimStart().StartsWith("(")) return true;
        return false;
    }

    /// <summary>What <c>require(specifier)</c> in a file means, as JSON for the prelude.</summary>
    /// <exception cref="HostException">The specifier names nothing that can be loaded.</exception>
    public static string Resolve(string from, string specifier) => Json("file", ImportedFile(from, specifier));

    /// <summary>The file, or the URL, that a specifier in a file means.</summary>
    /// <exception cref="HostException">The specifier names nothing that can be loaded.</exception>
    public static string ImportedFile(string from, string specifier)
    {
        if (ModuleNames.Problem(specifier) is { } problem) throw new HostException(problem);
        if (ModuleNames.Replacement(specifier) is { } own) return own;
        if (Prelude.Libraries.Contains(from)) return "jslib/" + specifier[2..]; // libraries import only each other
        if (specifier.StartsWith("https://", StringComparison.Ordinal)) return specifier;
        if (from.StartsWith("https://", StringComparison.Ordinal)) return new Uri(new Uri(from), specifier).AbsoluteUri;
        return PathOf(specifier, Path.GetDirectoryName(from)!);
    }

    /// <summary>The compiled module.</summary>
    /// <exception cref="HostException">The file cannot be read.</exception>
    /// <exception cref="ScriptException">The file does not parse.</exception>
    public CompiledSource Module(string file)
    {
        if (_modules.TryGetValue(file, out var known)) return known;
        if (_isSealed) throw new HostException($"{file} was not loaded in the first init stage: modules cannot be chosen per virtual user");
        lock (_gate)
        {
            if (_modules.TryGetValue(file, out known)) return known;
            var text = TextOf(file);
            Texts[file] = text;
            return _modules[file] = _compiler.Compile(text, file);
        }
    }

    /// <summary>What a module that was loaded imports and exports.</summary>
    public ModuleLinks LinksOf(string file) => ModuleLinks.Read(_modules[file].Links);

    /// <summary>What <c>open()</c> reads.</summary>
    /// <param name="path">As the script writes it.</param>
    /// <param name="from">The module whose top level runs: a relative path begins at the folder of this module. Empty: the script itself.</param>
    /// <exception cref="HostException">The file cannot be read.</exception>
    public (string File, byte[] Content) Open(string path, string from = "")
    {
        if (from.StartsWith("https://", StringComparison.Ordinal) && !Path.IsPathRooted(path) && !path.StartsWith("file://", StringComparison.Ordinal))
            throw new HostException($"open(): {path} is relative to the remote module {from}: open it in a local file");
        var file = PathOf(path, Path.GetDirectoryName(from.Length > 0 && Path.IsPathRooted(from) ? from : MainFile)!);
        if (_opened.TryGetValue(file, out var known)) return (file, known);
        if (_isSealed) throw new HostException($"open(): {path} was not opened in the first init stage: files cannot be chosen per virtual user");
        return (file, _opened.GetOrAdd(file, _packed is null ? Read : Packed));
    }

    /// <summary>Reads a file for the script, such as the types of gRPC. An archive of the script has this file, like a file that the script opens.</summary>
    /// <param name="file">Full path.</param>
    /// <returns>The content; null when there is no such file.</returns>
    /// <exception cref="HostException">The file cannot be read.</exception>
    public byte[]? TryOpen(string file)
    {
        file = Path.GetFullPath(file); // without .. in the path
        if (_opened.TryGetValue(file, out var known)) return known;
        if (_isSealed || !(_packed?.ContainsKey(file) ?? File.Exists(file))) return null;
        return _opened.GetOrAdd(file, _packed is null ? Read : Packed);
    }

    /// <summary>Every module that was loaded.</summary>
    public IEnumerable<CompiledSource> Modules => _modules.Values;

    /// <summary>Keeps the version of a module for machines with many users.</summary>
    public void UseDense(string file, CompiledSource dense) => _modules[file] = _modules[file] with { Dense = dense };

    /// <summary>The file that a name in a stack means.</summary>
    public static string FileOf(string name) => name.StartsWith(DenseCompiler.Prefix, StringComparison.Ordinal) ? name[DenseCompiler.Prefix.Length..] : name;

    /// <summary>The place in the file as the user wrote it, for a place that the engine names.</summary>
    public (int Line, int Column) Original(string name, int line, int column)
    {
        var file = FileOf(name);
        if (file.Length < name.Length && _modules.TryGetValue(file, out var shared) && shared.Dense?.Map is { } dense && line > 0)
            (line, column) = dense.Original(line, column);
        if (!_modules.TryGetValue(file, out var module) || line < 1) return (line, column);
        return module.Map is { } map ? map.Original(line - 1, column) : (line - 1, column);
    }

    public bool IsModule(string name) => _modules.ContainsKey(FileOf(name));

    public void Dispose() => _compiler.Dispose();

    private string TextOf(string file)
    {
        if (file == MainFile) return _mainText;
        if (Prelude.Libraries.Contains(file)) return Prelude.Library(file);
        if (_packed is not null) return Encoding.UTF8.GetString(Packed(file)).TrimStart('\uFEFF');
        return file.StartsWith("https://", StringComparison.Ordinal) ? _remote.Read(file) : ReadText(file);
    }

    private static string PathOf(string specifier, string folder)
    {
        if (specifier.StartsWith("file://", StringComparison.Ordinal)) return new Uri(specifier).LocalPath;
        return Path.GetFullPath(specifier, folder);
    }

    private static string Json(string key, string value) => new JsonObject { [key] = value }.ToJsonString();

    private byte[] Packed(string file) => _packed!.TryGetValue(file, out var content) ? content
        : throw new HostException($"the archive has no file {file}: pack the script again");

    private static string ReadText(string file) => Encoding.UTF8.GetString(Read(file)).TrimStart('\uFEFF');

    private static byte[] Read(string file)
    {
        try
        {
            if (Directory.Exists(file)) throw new HostException($"{file} is a folder, not a file");
            if (!File.Exists(file)) throw new HostException($"there is no file {file}{Nearest(file)}");
            if (new FileInfo(file).Length > MaxBytes) throw new HostException($"{file} is larger than {MaxBytes / 1024 / 1024} MB");
            var content = new FileInfo(file).Length > 0 ? File.ReadAllBytes(file) : ReadStreamed(file);
            ReadFiles.Note(file, content);
            return content;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new HostException($"{file} cannot be read: {e.Message}");
        }
    }

    // A device or a pipe reports the length 0; reading it may never end, or never begin.
    private static byte[] ReadStreamed(string file)
    {
        var reading = Task.Run(() =>
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            var content = new MemoryStream();
            var piece = new byte[64 * 1024];
            for (int read; (read = stream.Read(piece)) > 0; content.Write(piece, 0, read))
                if (content.Length + read > MostStreamedBytes) throw new IOException($"it is not an ordinary file, and gives more than {MostStreamedBytes / 1024 / 1024} MB");
            return content.ToArray();
        });
        if (Task.WaitAny([reading], StreamPatience) < 0) throw new IOException($"it is not an ordinary file, and did not end within {StreamPatience.TotalSeconds} s");
        return reading.GetAwaiter().GetResult();
    }

    /// <summary>A hint with the nearest name in the folder of a missing file; empty when no name there is similar.</summary>
    public static string Nearest(string file)
    {
        if (Path.GetDirectoryName(file) is not { } folder || !Directory.Exists(folder)) return "";
        var names = Directory.EnumerateFiles(folder).Take(1000).Select(f => Path.GetFileName(f)).ToList();
        var stem = names.Find(n => Path.GetFileNameWithoutExtension(n) == Path.GetFileName(file));
        var near = stem ?? NearestWord.Find(Path.GetFileName(file), names);
        return near is null ? "" : $"; did you mean {near}?";
    }
}
