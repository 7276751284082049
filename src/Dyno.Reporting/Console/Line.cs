namespace Dyno.Reporting;

/// <summary>A paragraph of pieces, each with a meaning. Only this class maps the meanings to colours.</summary>
internal sealed class Line : IRenderable
{
    private readonly List<(string Text, Style Style)> _pieces = [];

    public int Length => _pieces.Sum(piece => piece.Text.Length);

    public static Line Of(string text) => new Line().Plain(text);

    public Line Plain(string text) => Append(text, Style.Plain);

    /// <summary>The figure that a reader looks for first.</summary>
    public Line Strong(string text) => Append(text, new Style(decoration: Decoration.Bold));

    public Line Quiet(string text) => Append(text, new Style(Color.Grey));

    public Line Good(string text) => Append(text, new Style(Color.Green));

    public Line Doubtful(string text) => Append(text, new Style(Color.Yellow));

    public Line Bad(string text) => Append(text, new Style(Color.Red));

    /// <summary>A failure that must not be overlooked.</summary>
    public Line Alarm(string text) => Append(text, new Style(Color.White, Color.Red, Decoration.Bold));

    /// <summary>A warning that must not be overlooked.</summary>
    public Line Caution(string text) => Append(text, new Style(Color.Black, Color.Yellow, Decoration.Bold));

    /// <summary>The same line after a gap.</summary>
    public Line After(string gap)
    {
        _pieces.Insert(0, (gap, Style.Plain));
        return this;
    }

    Measurement IRenderable.Measure(RenderOptions options, int maxWidth) => ((IRenderable)Paragraph()).Measure(options, maxWidth);

    IEnumerable<Segment> IRenderable.Render(RenderOptions options, int maxWidth) => ((IRenderable)Paragraph()).Render(options, maxWidth);

    private Line Append(string text, Style style)
    {
        _pieces.Add((Printable(text), style));
        return this;
    }

    // Control characters from a server or a file must not reach the terminal. A run of line ends and tabs becomes one space.
    private static string Printable(string text)
    {
        var printable = new StringBuilder(text.Length);
        var isBreak = false;
        foreach (var c in text)
        {
            var wasBreak = isBreak;
            isBreak = char.IsControl(c) && char.IsWhiteSpace(c);
            if (!isBreak) printable.Append(VisibleText.Hides(c) ? '\uFFFD' : c);
            else if (!wasBreak) printable.Append(' ');
        }
        return printable.ToString();
    }

    private Paragraph Paragraph()
    {
        var paragraph = new Paragraph();
        foreach (var (text, style) in _pieces) paragraph.Append(text, style);
        return paragraph;
    }
}
