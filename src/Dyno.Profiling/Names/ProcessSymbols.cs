using System.Collections.Frozen;

namespace Dyno.Profiling;

/// <summary>
/// Names for addresses of one process: managed code by what the runtime told, with inlined calls; native code by ELF. Not for several
/// threads at once.
/// </summary>
internal sealed class ProcessSymbols : IDisposable
{
    private readonly RundownReader _rundown;
    private readonly CodeRanges _ranges;
    private readonly UserModules _user;
    private readonly List<CodePiece> _pieces = [];
    private readonly ulong[] _starts;
    private readonly Dictionary<ulong, CodeFrame> _native = [];
    private readonly Dictionary<ulong, CodeFrame> _methods = [];
    private readonly Dictionary<string, (ElfFile File, UnwindTable Table)> _files = [];
    private readonly Dictionary<string, MethodCode?> _code = [];
    private readonly Dictionary<string, MethodPlace> _places = [];
    private readonly Dictionary<string, MethodPlace> _framework = [];
    private readonly Dictionary<(ulong Method, string Callee), bool> _mayCall = [];
    private readonly Dictionary<string, DynamicMethod> _dynamic = [];

    public ProcessSymbols(RundownReader rundown, CodeRanges ranges)
    {
        (_rundown, _ranges) = (rundown, ranges);
        _user = UserModules.Of(rundown.Paths);
        var maps = rundown.Rich.ToDictionary(r => r.Key, r => InlineMap.Parse(r.Value));
        var last = new Dictionary<ulong, CodePiece>(); // later code at an address replaces earlier code
        foreach (var method in rundown.Methods)
        {
            var frame = FrameOf(method.Type, method.Name, rundown.PathOf(method.Module), method.Token);
            _methods[method.Id] = frame;
            var made = method.Type == RundownReader.DynamicClass ? method.Name : null;
            last[method.Start] = new CodePiece(method.Start, method.Start + method.Size, frame, maps.GetValueOrDefault((method.Id, method.Version)), made);
        }
        _pieces.AddRange(last.Values.OrderBy(p => p.Start));
        _starts = [.. _pieces.Select(p => p.Start)];
    }

    /// <summary>Whether inlined calls are known.</summary>
    public bool KnowsInlining => _pieces.Exists(p => p.Inlines is not null);

    /// <summary>The libraries and tokens of the user's methods, by their names.</summary>
    public IReadOnlyDictionary<string, MethodPlace> Places => _places;

    /// <summary>Whether managed code stands at an address.</summary>
    public bool IsManaged(ulong address) => Find(address) is not null;

    /// <summary>Whether any code stands at an address.</summary>
    public bool IsCode(ulong address) => _ranges.Find(address) is not null;

    /// <summary>The unwinding rules of the library at an address, and the address in its own space; null for other code.</summary>
    public UnwindTable? UnwindAt(ulong address, out ulong own)
    {
        own = 0;
        if (_ranges.Find(address) is not { } range || !range.File.Contains(".so", StringComparison.Ordinal)) return null;
        var (file, table) = FileOf(range);
        own = file.ToAddress(address - range.Start + range.Offset);
        return table;
    }

    /// <summary>Adds the frames of an address, innermost first: more than one where calls were inlined.</summary>
    /// <param name="callee">The frame that was called from there; null for the innermost one, whose address is that of an instruction.</param>
    public void Resolve(ulong address, CodeFrame? callee, List<CodeFrame> frames)
    {
        var at = callee is null ? address : address - 1; // a return address is behind its call
        if (Find(at) is not { } piece)
        {
            if (!_native.TryGetValue(at, out var native)) _native[at] = native = NativeAt(at);
            frames.Add(native);
            return;
        }
        if (piece.Inlines is { } inlines) AddInlined(inlines.MethodsAt((uint)(at - piece.Start)), callee, frames);
        if (piece.Dynamic is { } made) frames.AddRange(DynamicOf(made).CallersOf(callee));
        frames.Add(piece.Frame);
    }

    private DynamicMethod DynamicOf(string name)
    {
        if (_dynamic.TryGetValue(name, out var known)) return known;
        var inlined = new List<InlinedMethod>();
        foreach (var (type, method) in _rundown.InlinedInDynamic(name).Distinct())
            foreach (var path in _rundown.Paths.Where(_user.Contains))
                if (CodeOf(path)?.Find(type, method) is { } token)
                    inlined.Add(new InlinedMethod(FrameOf(type, method, path, token), method, CodeOf(path)!.CallsOf(token) ?? FrozenSet<string>.Empty));
        return _dynamic[name] = new DynamicMethod(inlined, IsBehindInlined);
    }

    // Behind inlined code the map often has no entry until the next statement, so a call of the outer method seems to be one of the inlined
    // method. What the inlined method calls, by its IL, tells the two apart.
    private void AddInlined(IEnumerable<ulong> methods, CodeFrame? callee, List<CodeFrame> frames)
    {
        var isSure = callee is null;
        foreach (var method in methods)
        {
            var frame = InlineeOf(method);
            if (!isSure && !MayCall(method, frame, callee!.Value)) continue;
            isSure = true;
            frames.Add(frame);
        }
    }

    private bool MayCall(ulong method, CodeFrame inlinee, CodeFrame callee)
    {
        if (_mayCall.TryGetValue((method, callee.Name), out var known)) return known;
        return _mayCall[(method, callee.Name)] = FindOut(method, inlinee, callee);
    }

    private bool FindOut(ulong method, CodeFrame inlinee, CodeFrame callee)
    {
        if (inlinee.Kind != FrameKind.User || callee.Kind is not (FrameKind.User or FrameKind.Framework) || callee.IsNameless) return true;
        if (_rundown.MetadataOf(method) is not { } place || CodeOf(place.Path)?.CallsOf(place.Token) is not { } calls) return true;
        return calls.Contains("Invoke") || calls.Contains(callee.Method) || IsBehindInlined(calls, callee.Name);
    }

    // String.Split(char) is inlined, too, and without an entry in the map: what it calls seems to be called by the user's method.
    private bool IsBehindInlined(IReadOnlySet<string> calls, string callee) =>
        _framework.TryGetValue(callee, out var place) && CodeOf(place.Module)?.IsCalledInItsType(place.Token, calls) == true;

    private CodeFrame InlineeOf(ulong method)
    {
        if (_methods.TryGetValue(method, out var known)) return known;
        var frame = new CodeFrame("[inlined]", FrameKind.Framework);
        if (_rundown.MetadataOf(method) is { } place && CodeOf(place.Path)?.NameOf(place.Token) is { } name)
            frame = FrameOf(name.Type, name.Name, place.Path, place.Token);
        return _methods[method] = frame;
    }

    private CodeFrame FrameOf(string type, string name, string path, int token)
    {
        var frame = new CodeFrame(SourceNames.Of(type, name), _user.Contains(path) ? FrameKind.User : FrameKind.Framework);
        (frame.Kind == FrameKind.User ? _places : _framework).TryAdd(frame.Name, new MethodPlace(path, token));
        return frame;
    }

    private CodePiece? Find(ulong address)
    {
        var i = Array.BinarySearch(_starts, address);
        if (i < 0) i = ~i - 1;
        return i >= 0 && address < _pieces[i].End ? _pieces[i] : null;
    }

    private CodeFrame NativeAt(ulong address)
    {
        if (_ranges.Find(address) is not { } range) return new CodeFrame("[unknown]", FrameKind.Unknown);
        if (range.IsAnonymous) return new CodeFrame("[stub]", FrameKind.Native);
        if (range.FileName.EndsWith(".dll", StringComparison.Ordinal)) return new CodeFrame($"[{range.FileName}]", FrameKind.Framework);
        var (file, _) = FileOf(range);
        var symbol = file.NameAt(file.ToAddress(address - range.Start + range.Offset));
        return new CodeFrame(symbol is null ? $"[{range.FileName}]" : $"{range.FileName}!{symbol}", FrameKind.Native);
    }

    private (ElfFile File, UnwindTable Table) FileOf(CodeRange range)
    {
        if (_files.TryGetValue(range.File, out var known)) return known;
        var file = ElfFile.Read(range.File);
        return _files[range.File] = (file, new UnwindTable(file));
    }

    private MethodCode? CodeOf(string path)
    {
        if (!_code.TryGetValue(path, out var code)) _code[path] = code = MethodCode.Open(path);
        return code;
    }

    public void Dispose()
    {
        foreach (var code in _code.Values) code?.Dispose();
    }

    private sealed record CodePiece(ulong Start, ulong End, CodeFrame Frame, InlineMap? Inlines, string? Dynamic);
}

/// <summary>Where a method is defined.</summary>
internal readonly record struct MethodPlace(string Module, int Token);
