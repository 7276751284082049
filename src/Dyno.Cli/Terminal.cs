namespace Dyno.Cli;

/// <summary>
/// Where Dyno writes, and what the terminal can show. This is decided once: all other code receives this value and never inspects the
/// process.
/// </summary>
internal sealed record Terminal
{
    /// <summary>Width used when the reader's width is unknown, as in a file or a CI log.</summary>
    public const int DefaultWidth = 100;

    /// <summary>Receives reports.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Receives progress, warnings and errors.</summary>
    public required TextWriter Error { get; init; }

    /// <summary>Columns of a report, 60 to 140.</summary>
    public required int Width { get; init; }

    /// <summary>Whether reports may hold colour codes.</summary>
    public required bool OutHasColour { get; init; }

    /// <summary>Whether a line on <see cref="Error"/> can be rewritten in place.</summary>
    public required bool ErrorIsLive { get; init; }

    /// <summary>Columns of a line on <see cref="Error"/>.</summary>
    public required int ErrorWidth { get; init; }

    /// <summary>Looks at the standard streams, <c>NO_COLOR</c>, <c>TERM</c> and <c>COLUMNS</c>.</summary>
    public static Terminal OfThisProcess()
    {
        var isDumb = Environment.GetEnvironmentVariable("TERM") is "dumb" && !OperatingSystem.IsWindows();
        var noColour = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        return new Terminal
        {
            Out = Console.Out,
            Error = Console.Error,
            Width = Math.Clamp(WidthOf(Console.IsOutputRedirected), 60, 140),
            OutHasColour = !Console.IsOutputRedirected && !isDumb && !noColour,
            ErrorIsLive = !Console.IsErrorRedirected && !isDumb,
            ErrorWidth = WidthOf(Console.IsErrorRedirected),
        };
    }

    private static int WidthOf(bool isRedirected)
    {
        if (int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out var columns) && columns > 0) return columns;
        if (isRedirected) return DefaultWidth;
        try
        {
            return Console.WindowWidth > 0 ? Console.WindowWidth : DefaultWidth;
        }
        catch (IOException)
        {
            return DefaultWidth;
        }
    }
}
