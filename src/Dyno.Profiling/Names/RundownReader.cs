namespace Dyno.Profiling;

/// <summary>
/// What a trace tells of a program's code: methods, modules, types, and which calls were inlined. Numbers of events differ by provider: 144
/// is a method of the rundown, but an unload in the runtime's own provider; 152 is a module of the runtime's own provider, but something longer
/// in the rundown.
/// </summary>
internal sealed class RundownReader
{
    /// <summary>The type of methods that a program makes at run time.</summary>
    public const string DynamicClass = "dynamicClass";

    private const int RichHeader = 34;

    private readonly Dictionary<ulong, string> _modules = [];
    private readonly Dictionary<ulong, InlineeDetails> _details = [];
    private readonly Dictionary<ulong, ulong> _moduleOfType = [];
    private readonly Dictionary<(ulong Method, ulong Version), List<byte>> _rich = [];
    private readonly Dictionary<string, List<(string Type, string Name)>> _inDynamic = [];
    private readonly List<CompiledMethod> _methods = [];

    /// <summary>The methods, in the order of the trace.</summary>
    public IReadOnlyList<CompiledMethod> Methods => _methods;

    /// <summary>The maps of inlined calls, by method and version of its native code.</summary>
    public IReadOnlyDictionary<(ulong Method, ulong Version), List<byte>> Rich => _rich;

    /// <summary>The path of a module; empty when it is unknown.</summary>
    public string PathOf(ulong module) => _modules.GetValueOrDefault(module, "");

    public IEnumerable<string> Paths => _modules.Values;

    /// <summary>Where the metadata of a method are that is only inlined; null when the trace does not say.</summary>
    public (string Path, int Token)? MetadataOf(ulong method)
    {
        if (!_details.TryGetValue(method, out var details)) return null;
        var module = _moduleOfType.TryGetValue(details.Type, out var own) && own != 0 ? own : details.Module;
        return _modules.TryGetValue(module, out var path) ? (path, (int)details.Token) : null;
    }

    /// <summary>What was inlined in a method that was made at run time, outer methods before inner ones: of those the runtime has no map.</summary>
    public IReadOnlyList<(string Type, string Name)> InlinedInDynamic(string method) => _inDynamic.GetValueOrDefault(method, []);

    /// <summary>Reads a trace; more than one may be read.</summary>
    /// <exception cref="InvalidDataException">It is no trace.</exception>
    public void Read(Stream trace) => new NetTraceReader(trace).Read(Take);

    private void Take(scoped in TraceRecord record)
    {
        var kind = record.Kind;
        if (!kind.Provider.StartsWith(TraceProviders.Runtime, StringComparison.Ordinal)) return;
        var isRundown = kind.Provider.EndsWith("Rundown", StringComparison.Ordinal);
        var at = new TraceCursor(record.Payload);
        if (kind.Provider == TraceProviders.Private) TakeRich(at);
        else if (kind.Id == 143 || (kind.Id == 144 && isRundown)) TakeMethod(at);
        else if (kind.Id is 153 or 154 || (kind.Id == 152 && !isRundown)) TakeModule(at);
        else if (kind.Id == 185) TakeInlined(at);
        else if (kind.Id == 72) TakeDetails(at);
        else if (kind.Id == 15) TakeTypes(at);
    }

    private void TakeMethod(TraceCursor at)
    {
        var (id, module, start) = (at.UInt64(), at.UInt64(), at.UInt64());
        var (size, token) = (at.UInt32(), at.UInt32());
        at.Skip(4); // flags
        var (type, name) = (at.Text(), at.Text());
        at.Text(); // the signature
        ulong version = 0;
        if (at.Left >= 10)
        {
            at.Skip(2); // the instance of the runtime
            version = at.UInt64();
        }
        _methods.Add(new CompiledMethod(id, module, start, size, (int)token, type, name, version));
    }

    private void TakeModule(TraceCursor at)
    {
        var id = at.UInt64();
        at.Skip(16);
        _modules[id] = at.Text();
    }

    private void TakeInlined(TraceCursor at)
    {
        if (at.Text() != DynamicClass) return;
        var method = at.Text();
        for (var i = 0; i < 4; i++) at.Text(); // its signature, and the method that made the call
        if (!_inDynamic.TryGetValue(method, out var inlined)) _inDynamic[method] = inlined = [];
        inlined.Add((at.Text(), at.Text()));
    }

    private void TakeDetails(TraceCursor at) => _details[at.UInt64()] = new InlineeDetails(at.UInt64(), at.UInt32(), SkipTo(ref at));

    private static ulong SkipTo(ref TraceCursor at)
    {
        at.Skip(4); // the number of type arguments
        return at.UInt64();
    }

    private void TakeTypes(TraceCursor at)
    {
        var count = at.Int32();
        at.Skip(2);
        for (var i = 0; i < count && at.Left > 25; i++)
        {
            var (type, module) = (at.UInt64(), at.UInt64());
            at.Skip(9); // token, flags, element type
            at.Text();
            at.Skip(at.Int32() * 8);
            _moduleOfType[type] = module;
        }
    }

    // Long maps come in several events. Of the two versions the second is that of the native code, as in the event that names the method.
    private void TakeRich(TraceCursor at)
    {
        if (at.Left <= RichHeader) return;
        at.Skip(2);
        var (method, il, native) = (at.UInt64(), at.UInt64(), at.UInt64());
        at.Skip(4);
        var size = at.Int32();
        if (size != at.Left) return;
        var key = (method, native != 0 ? native : il);
        if (!_rich.TryGetValue(key, out var bytes)) _rich[key] = bytes = [];
        bytes.AddRange(at.Bytes(size));
    }

    private readonly record struct InlineeDetails(ulong Type, uint Token, ulong Module);
}

/// <summary>A piece of compiled code, as the runtime tells of it.</summary>
/// <param name="Size">The size of its code, in bytes.</param>
/// <param name="Version">Which compilation it is; tiers of a method share everything else.</param>
internal sealed record CompiledMethod(ulong Id, ulong Module, ulong Start, uint Size, int Token, string Type, string Name, ulong Version);
