namespace Dyno.Cli;

/// <summary>The exit codes of k6 scripts as their help page and docs/exit-codes.md list them.</summary>
internal static class ScriptExitCodes
{
    /// <summary>The codes that only k6 scripts end with, ascending.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> Rows { get; } =
    [
        (K6ExitCode.SetupTimeout, "setup() took longer than setupTimeout"),
        (K6ExitCode.TeardownTimeout, "teardown() took longer than teardownTimeout"),
        (K6ExitCode.StoppedFromOutside, "the run was stopped through the REST interface"),
        (K6ExitCode.CannotListen, "the REST interface cannot listen at its address"),
        (K6ExitCode.ScriptException, "the script threw in its init stage, in setup() or in teardown(), or does not parse"),
        (K6ExitCode.ScriptAborted, "the script called exec.test.abort()"),
        (K6ExitCode.MarkedAsFailed, "the script called exec.test.fail()"),
        (K6ExitCode.Other, "anything else that keeps a script from running, such as a file that is not an archive"),
    ];

    /// <summary>The table for the help page of scripts.</summary>
    public static string Text =>
        ExitCodeTable.TextOf(ExitCodeTable.Rows.Where(row => row.Code != ExitCode.Regression).Concat(Rows).OrderBy(row => row.Code));
}
