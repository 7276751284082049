namespace Dyno.Inputs;

/// <summary>A position in lines that moves only forward.</summary>
internal sealed class LineCursor(ImmutableArray<SessionLine> lines)
{
    private int _at;

    public bool More => _at < lines.Length;

    public SessionLine Current => lines[_at];

    public void Next() => _at++;

    public SessionLine Take() => lines[_at++];

    public ImmutableArray<SessionLine> Rest() => lines[Math.Min(_at, lines.Length)..];
}
