namespace Dyno.Results;

/// <summary>A text with hidden parts. The parts are hidden in the order of the text.</summary>
internal ref struct MaskedText(string text)
{
    private StringBuilder? _shown;
    private int _copied;

    /// <summary>Puts the mask in place of a part, which begins after the previous hidden part.</summary>
    public void Hide(int from, int to)
    {
        _shown ??= new StringBuilder(text.Length);
        _shown.Append(text, _copied, from - _copied).Append(Redaction.Mask);
        _copied = to;
    }

    public readonly override string ToString() => _shown is null ? text : _shown.Append(text, _copied, text.Length - _copied).ToString();
}
