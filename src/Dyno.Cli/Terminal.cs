namespace Dyno.Cli;

/// <summary>
/// Where a command line is given: its folder, its environment, its streams, its clock, and what the screen can show. This is decided once:
/// the commands receive this value and do not ask the process, so one process can run several command lines in different folders.
/// </summary>
internal sealed record Terminal
{
    /// <summary>Width used when the reader's width is unknown, as in a file or a CI log.</summary>
    public const int DefaultWidth = 100;

    /// <summary>The folder of relative paths and of <c>.dyno</c>; an absolute path.</summary>
    public required string Folder { get; init; }

    /// <summary>The value of an environment variable; null when it is not set.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>The clock of what is not measured, such as the age of a stored run.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Opens standard input.</summary>
    public required Func<Stream> OpenIn { get; init; }

    /// <summary>Opens standard output, for bytes.</summary>
    public required Func<Stream> OpenOut { get; init; }

    /// <summary>Listens to the signals that end the command, until the result is disposed.</summary>
    public required Func<Action<PosixSignalContext>, IDisposable> Listen { get; init; }

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

    /// <summary>What is different from <see cref="NewRun"/>, such as trials that need no programs.</summary>
    public Func<ExperimentRun, ExperimentRun> ConfigureRun { get; init; } = run => run;

    /// <summary>How experiments are run here, unless options say otherwise.</summary>
    public ExperimentRun NewRun() => ConfigureRun(new ExperimentRun { StateFolder = PathOf(".dyno"), CeilingOf = CalibrationStore.CeilingOf });

    /// <summary>Looks at the standard streams, <c>NO_COLOR</c>, <c>TERM</c> and <c>COLUMNS</c>.</summary>
    public static Terminal OfThisProcess()
    {
        var isDumb = Environment.GetEnvironmentVariable("TERM") is "dumb" && !OperatingSystem.IsWindows();
        var noColour = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        return new Terminal
        {
            Folder = CurrentFolder(),
            Variable = Environment.GetEnvironmentVariable,
            Time = TimeProvider.System,
            Listen = ProcessSignals.Listen,
            OpenIn = Console.OpenStandardInput,
            OpenOut = Console.OpenStandardOutput,
            Out = Console.Out,
            Error = Console.Error,
            Width = Math.Clamp(WidthOf(Console.IsOutputRedirected), 60, 140),
            OutHasColour = !Console.IsOutputRedirected && !isDumb && !noColour,
            ErrorIsLive = !Console.IsErrorRedirected && !isDumb,
            ErrorWidth = WidthOf(Console.IsErrorRedirected),
        };
    }

    /// <summary>Whether <see cref="Folder"/> is not the current folder of the process.</summary>
    public bool IsElsewhere { get; init; }

    /// <summary>The path by which this process reaches a file: as it was named where <see cref="Folder"/> is the process's, otherwise absolute.</summary>
    public string PathOf(string named) => IsElsewhere ? Path.GetFullPath(named, Folder) : named;

    /// <summary>The path of a file or folder that exists; any other word as it is.</summary>
    public string PathOfExisting(string word) => word.Length > 0 && Path.Exists(Path.Combine(Folder, word)) ? PathOf(word) : word;

    /// <summary>A path as a user in <see cref="Folder"/> would write it.</summary>
    public string Shown(string path) => Path.GetRelativePath(Folder, Path.GetFullPath(path, Folder));

    // A folder that was removed has no path: a command that needs one says so.
    private static string CurrentFolder()
    {
        try
        {
            return Environment.CurrentDirectory;
        }
        catch (IOException)
        {
            return ".";
        }
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
