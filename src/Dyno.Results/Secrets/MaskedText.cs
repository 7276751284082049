using System.Text;

namespace Dyno.Results.Secrets;

/// <summary>A text of which parts are hidden, from its beginning to its end.</summary>
internal ref struct MaskedText(string text)
{
    private StringBuilder? _shown;
    private int _copied;

    /// <summary>Puts the mask where a part stands; none before the last one.</summary>
    public void Hide(int from, int to)
    {
        _shown ??= new StringBuilder(text.Length);
        _shown.Append(text, _copied, from - _copied).Append(Redaction.Mask);
        _copied = to;
    }

    /// <summary>The text with its masks.</summary>
    public readonly override string ToString() => _shown is null ? text : _shown.Append(text, _copied, text.Length - _copied).ToString();
}
