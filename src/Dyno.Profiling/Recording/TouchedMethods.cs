namespace Dyno.Profiling;

/// <summary>Which methods the compared revisions touch, and which call those.</summary>
internal sealed class TouchedMethods
{
    public const string Calls = "calls";

    private readonly Dictionary<string, string> _marks = new(StringComparer.Ordinal);

    public TouchedMethods(ProfiledPair pair, ISourceMap sources)
    {
        foreach (var (name, lines) in pair.Before.Concat(pair.After).SelectMany(l => l.Sources)) // of both, that of the variant counts
            if (sources.TouchOf(sources.Relative(lines.File), lines.First, lines.Last) is { } mark) _marks[name] = mark;
            else _marks.Remove(name);
        if (_marks.Count > 0) MarkCallers(pair);
    }

    /// <summary><c>new</c>, <c>changed</c> or <c>calls</c>; null for a method that has nothing to do with the change.</summary>
    public string? MarkOf(string method) => _marks.GetValueOrDefault(method);

    /// <summary>Touched methods before their callers, and these before all others.</summary>
    public static int RankOf(string? mark) => mark switch { "new" or "changed" => 0, Calls => 1, _ => 2 };

    private void MarkCallers(ProfiledPair pair)
    {
        var callers = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (frames, _) in pair.Before.Concat(pair.After).SelectMany(l => l.Samples?.Stacks ?? []))
        {
            string? caller = null;
            foreach (var frame in LogicalStack.Of(frames))
            {
                if (frame.Kind != FrameKind.User) continue;
                if (caller is not null && _marks.ContainsKey(frame.Name)) callers.Add(caller);
                caller = frame.Name;
            }
        }
        foreach (var caller in callers) _marks.TryAdd(caller, Calls);
    }
}
