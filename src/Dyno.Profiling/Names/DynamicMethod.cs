namespace Dyno.Profiling;

/// <summary>
/// The user's methods that were inlined in a method made at run time, as the handler of a minimal API's endpoint is in the delegate made
/// for it. The runtime does not say where they stand in its code; what they call, by their IL, tells which of them made a call.
/// </summary>
/// <param name="inlined">The user's methods, outer ones before inner ones.</param>
/// <param name="isBehindInlined">Whether a method can be called by a framework method of one of these names that was inlined, too.</param>
internal sealed class DynamicMethod(IReadOnlyList<InlinedMethod> inlined, Func<IReadOnlySet<string>, string, bool> isBehindInlined)
{
    // What makes an object of a row of a database has the constructor and the setters inlined: its own code is not theirs.
    private readonly int _outermost = inlined.Index().FirstOrDefault(m => m.Item.Name != ".ctor" && !m.Item.Name.StartsWith("get_", StringComparison.Ordinal)
        && !m.Item.Name.StartsWith("set_", StringComparison.Ordinal), (-1, null!)).Index;

    /// <summary>The frames of the inlined methods at a call, innermost first; empty when none of them makes it.</summary>
    /// <param name="callee">What is called; null for code of the method itself, which counts for the outermost of them.</param>
    public IEnumerable<CodeFrame> CallersOf(CodeFrame? callee)
    {
        for (var at = callee is { } called ? CallerOf(called, inlined.Count) : _outermost; at >= 0; at = CallerOf(inlined[at].Frame, at))
            yield return inlined[at].Frame;
    }

    // Names without their types are not unique, so those with types are looked for first; a call of an interface has another type.
    private int CallerOf(CodeFrame callee, int before)
    {
        if (callee.IsNameless || callee.Kind is not (FrameKind.User or FrameKind.Framework)) return -1;
        var at = Last(before, calls => calls.Contains(callee.ShortName));
        if (at < 0 && !callee.IsConstructor) at = Last(before, calls => calls.Contains(callee.Method));
        return at < 0 ? Last(before, calls => isBehindInlined(calls, callee.Name)) : at;
    }

    private int Last(int before, Func<IReadOnlySet<string>, bool> holds)
    {
        for (var i = before - 1; i >= 0; i--)
            if (holds(inlined[i].Calls)) return i;
        return -1;
    }
}

/// <summary>A method of the user's that stands in another one's code.</summary>
/// <param name="Name">Its name in the metadata.</param>
/// <param name="Calls">What it calls (<see cref="MethodCode.CallsOf"/>).</param>
internal sealed record InlinedMethod(CodeFrame Frame, string Name, IReadOnlySet<string> Calls);
