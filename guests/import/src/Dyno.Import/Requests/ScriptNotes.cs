namespace Dyno.Import;

/// <summary>Notes the scripts of an imported file, which are no part of the load, and names them in one warning.</summary>
internal sealed class ScriptNotes
{
    private const int Shown = 10;

    private readonly List<string> _scripts = [];
    private int _count;
    private SourcePlace _first;

    /// <summary>Notes a script.</summary>
    /// <param name="kind">When it would run: <c>test</c>.</param>
    /// <param name="place">Where it stands.</param>
    public void Note(string kind, string owner, SourcePlace place)
    {
        if (_count++ == 0) _first = place;
        if (_scripts.Count < Shown) _scripts.Add($"{InText.Quote(kind)} of {InText.Quote(owner)}");
    }

    /// <summary>Warns of the scripts by name.</summary>
    public void Say()
    {
        if (_count == 0) return;
        _first.Warning($"scripts are not run: {string.Join("; ", _scripts)}{(_count > _scripts.Count ? $" and {_count - _scripts.Count} more" : "")}",
            "in a .http file, write # @check for conditions, and {{name.response.body.$.path}} for values of an answer");
    }
}
