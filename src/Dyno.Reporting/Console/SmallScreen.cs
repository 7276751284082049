namespace Dyno.Reporting;

/// <summary>A part of a report on the console, which a small screen may shorten item by item.</summary>
/// <param name="Text">The part with at most so many of its items; empty when there is nothing to say.</param>
internal sealed record ScreenPart(Func<int, string> Text)
{
    /// <summary>The most items that a part has on a small screen.</summary>
    public const int MostItems = 8;

    /// <summary>The items that stay on the smallest screen; by default all of them.</summary>
    public int Least { get; init; } = MostItems;

    /// <summary>The part with the highest rank is shortened first.</summary>
    public int Rank { get; init; }

    /// <summary>Whether an empty line stands before the part.</summary>
    public bool StandsAlone { get; init; } = true;
}

/// <summary>The screen that every terminal has at least: a report that is not asked for in full fits it.</summary>
internal static class SmallScreen
{
    private const int Lines = 24;
    private const int LineOfThePrompt = 1;

    public static string Whole(IEnumerable<ScreenPart> parts) => Join(parts.Select(part => new ShownPart(part, int.MaxValue)));

    /// <summary>The parts, shortened by rank until they fit or cannot be shortened further.</summary>
    public static string Fitting(IEnumerable<ScreenPart> parts)
    {
        var shown = parts.Select(part => new ShownPart(part, ScreenPart.MostItems)).ToList();
        var text = Join(shown);
        while (text.Count(c => c == '\n') > Lines - LineOfThePrompt && shown.Exists(part => part.CanBeShortened))
        {
            var index = shown.IndexOf(shown.Where(part => part.CanBeShortened).MaxBy(part => part.Part.Rank)!);
            shown[index] = new ShownPart(shown[index].Part, shown[index].Most - 1);
            text = Join(shown);
        }
        return text;
    }

    private static string Join(IEnumerable<ShownPart> parts)
    {
        var text = new StringBuilder();
        foreach (var part in parts.Where(part => part.Text.Length > 0)) text.Append(text.Length > 0 && part.Part.StandsAlone ? "\n" : "").Append(part.Text);
        return text.ToString();
    }

    private sealed class ShownPart(ScreenPart part, int most)
    {
        public ScreenPart Part => part;

        public int Most => most;

        public string Text { get; } = part.Text(most);

        public bool CanBeShortened => most > part.Least;
    }
}
