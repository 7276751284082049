namespace Dyno.Cli;

/// <summary>Passes the lines of a log on as warnings, each line once: a script that fails writes the same line in every iteration of every trial.</summary>
internal sealed class WarningWriter(ProgressLines progress) : TextWriter
{
    private const int Most = 20;

    private readonly HashSet<string> _told = new(StringComparer.Ordinal);

    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value)
    {
        if (value is not null && _told.Count < Most && _told.Add(value)) progress.Warn(value);
    }
}
