namespace Dyno.Inputs;

/// <summary>What stands between two <c>###</c> lines: at most one request, and the variables and directives around it.</summary>
/// <param name="Title">The text after the <c>###</c> above the block; empty without a text.</param>
/// <param name="TitleLine">The line of this <c>###</c>; 0 at the start of the file.</param>
/// <param name="Lines">The lines below this <c>###</c>.</param>
internal sealed record FileBlock(string Title, int TitleLine, ImmutableArray<SessionLine> Lines)
{
    public static ImmutableArray<FileBlock> Split(ImmutableArray<SessionLine> lines)
    {
        var blocks = ImmutableArray.CreateBuilder<FileBlock>();
        var (title, titleLine, from) = ("", 0, 0);
        for (var at = 0; at <= lines.Length; at++)
        {
            if (at < lines.Length && !lines[at].Text.StartsWith("###", StringComparison.Ordinal)) continue;
            blocks.Add(new FileBlock(title, titleLine, lines[from..at]));
            if (at == lines.Length) break;
            (title, titleLine, from) = (lines[at].Text.Trim('#', ' ', '\t'), lines[at].Number, at + 1);
        }

        return blocks.ToImmutable();
    }
}
