using System.Diagnostics.CodeAnalysis;
using Microsoft.ClearScript;
using Microsoft.ClearScript.V8;

namespace Dyno.JavaScript.V8;

/// <summary>
/// Promises that were rejected and that nobody has handled so far: V8 says so at once, and takes it back when somebody does.
/// The machine's thread.
/// </summary>
internal sealed class V8Rejections
{
    private readonly List<(ScriptObject Promise, object? Reason)> _open = [];

    /// <summary>What the engine calls.</summary>
    public void Note(V8PromiseRejectionEventKind kind, ScriptObject promise, object? reason)
    {
        if (kind == V8PromiseRejectionEventKind.RejectedWithoutHandler) _open.Add((promise, reason));
        if (kind != V8PromiseRejectionEventKind.HandlerAddedAfterRejection) return;
        var place = _open.FindIndex(open => open.Promise.Equals(promise)); // the same object of the script's
        if (place < 0) return;
        V8Values.LetGo(_open[place].Promise);
        V8Values.LetGo(_open[place].Reason);
        _open.RemoveAt(place);
    }

    /// <summary>Takes the oldest that is still open.</summary>
    public bool TryTake([NotNullWhen(true)] out ScriptObject? promise, out object? reason)
    {
        (promise, reason) = _open.Count > 0 ? _open[0] : default;
        if (promise is null) return false;
        _open.RemoveAt(0);
        return true;
    }
}
