namespace Dyno.Cli;

/// <summary>The exit codes as the help pages and docs/exit-codes.md list them.</summary>
internal static class ExitCodeTable
{
    /// <summary>Code and meaning, ascending.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> Rows { get; } =
    [
        (ExitCode.Success, "done"),
        (ExitCode.Failed, "Dyno failed: an internal error, or a result that could not be written"),
        (ExitCode.Void, "the run is void, with --fail-on void or --gate; no verdict, with --gate or dyno bisect"),
        (ExitCode.Regression, "a variant is slower, with --gate; a regression, with dyno trend --fail-on"),
        (ExitCode.Threshold, "a threshold was crossed, or a check failed with --fail-on check"),
        (ExitCode.WrongInput, "wrong options or input, or too few open files allowed"),
        (ExitCode.Interrupted, "interrupted (Ctrl-C, SIGTERM)"),
        (ExitCode.SubjectFailed, "the program under test did not become ready, or ended during the run"),
    ];

    /// <summary>The table for a help page.</summary>
    public static string Text => TextOf(Rows);

    /// <summary>These codes for a help page.</summary>
    public static string TextOf(IEnumerable<(int Code, string Meaning)> rows) =>
        "Exit codes:\n" + string.Join('\n', rows.Select(row => $"  {row.Code,3}  {row.Meaning}"));
}
