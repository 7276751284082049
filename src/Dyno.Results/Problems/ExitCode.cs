namespace Dyno.Results;

/// <summary>Every exit code of Dyno; docs/exit-codes.md is their table for users, and a test compares the two.</summary>
public static class ExitCode
{
    /// <summary>The run was made, and nothing happened that the user asked to be told about.</summary>
    public const int Success = 0;

    /// <summary>Dyno could not do what it was asked: an internal error, or a result that could not be written.</summary>
    public const int Failed = 1;

    /// <summary>
    /// The run is void and <c>--fail-on void</c> was given; or an experiment is void, with <c>--gate</c>; or a machine is void, with
    /// <c>dyno doctor --fail-on</c>.
    /// </summary>
    public const int Void = 97;

    /// <summary>A variant is slower (comparison of experiments with <c>--gate</c>).</summary>
    public const int Regression = 98;

    /// <summary>
    /// A threshold was crossed; or a check failed and <c>--fail-on check</c> was given; or something grows and <c>--fail-on growth</c> was given.
    /// </summary>
    public const int Threshold = 99;

    /// <summary>Wrong options, a file that cannot be read, a target that cannot be resolved, too few open files allowed for the run.</summary>
    public const int WrongInput = 104;

    /// <summary>Stopped by the user: Ctrl-C or SIGTERM.</summary>
    public const int Interrupted = 105;

    /// <summary>The program under test did not build, did not start, did not become ready, or ended for good during the run.</summary>
    public const int SubjectFailed = 111;
}
