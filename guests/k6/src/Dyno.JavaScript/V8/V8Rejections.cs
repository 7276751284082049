using System.Diagnostics.CodeAnalysis;

namespace Dyno.JavaScript;

/// <summary>
/// Rejected promises that no handler has handled so far. V8 reports a rejection at once, and reports again when a handler is added later.
/// For the machine's thread.
/// </summary>
internal sealed class V8Rejections
{
    private readonly List<(ScriptObject Promise, object? Reason)> _open = [];

    /// <summary>Notes a report of the engine.</summary>
    public void Note(V8PromiseRejectionEventKind kind, ScriptObject promise, object? reason)
    {
        if (kind == V8PromiseRejectionEventKind.RejectedWithoutHandler) _open.Add((promise, reason));
        if (kind != V8PromiseRejectionEventKind.HandlerAddedAfterRejection) return;
        var place = _open.FindIndex(open => open.Promise.Equals(promise)); // equal if both refer to the same object of the script
        if (place < 0) return;
        V8Values.LetGo(_open[place].Promise);
        V8Values.LetGo(_open[place].Reason);
        _open.RemoveAt(place);
    }

    /// <summary>Takes the oldest rejection that is still unhandled.</summary>
    public bool TryTake([NotNullWhen(true)] out ScriptObject? promise, out object? reason)
    {
        (promise, reason) = _open.Count > 0 ? _open[0] : default;
        if (promise is null) return false;
        _open.RemoveAt(0);
        return true;
    }
}
