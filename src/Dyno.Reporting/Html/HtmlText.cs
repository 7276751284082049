using System.Text.Unicode;

namespace Dyno.Reporting;

/// <summary>Builds markup in which a text can never become markup: <see cref="Text"/> encodes; only <see cref="Raw"/> does not.</summary>
internal sealed class HtmlText
{
    private static readonly HtmlEncoder Encoder = HtmlEncoder.Create(UnicodeRanges.All);
    private readonly StringBuilder _text = new();

    /// <summary>Markup that is a constant in the source.</summary>
    public HtmlText Raw(string markup)
    {
        _text.Append(markup);
        return this;
    }

    /// <summary>A text from any source, between tags or inside a quoted attribute.</summary>
    public HtmlText Text(string text)
    {
        _text.Append(Encoder.Encode(VisibleText.Of(text)));
        return this;
    }

    public HtmlText Element(string name, string text, string? cssClass = null) =>
        Raw(cssClass is null ? $"<{name}>" : $"<{name} class=\"{cssClass}\">").Text(text).Raw($"</{name}>");

    public override string ToString() => _text.ToString();
}
