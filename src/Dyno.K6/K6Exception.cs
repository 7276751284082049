namespace Dyno.K6;

/// <summary>
/// A script that cannot be run, or that ended its run: a message for people, what to do, and k6's exit code for it.
/// </summary>
public sealed class K6Exception : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="exitCode">One of <see cref="K6ExitCode"/>.</param>
    /// <param name="message">What is wrong.</param>
    /// <param name="hint">What to do or write instead; null when the message says it.</param>
    public K6Exception(int exitCode, string message, string? hint = null) : base(message) => (ExitCode, Hint) = (exitCode, hint);

    /// <summary>k6's exit code.</summary>
    public int ExitCode { get; }

    /// <summary>What to do or write instead.</summary>
    public string? Hint { get; }
}

/// <summary>k6's exit codes, where they differ from Dyno's own.</summary>
public static class K6ExitCode
{
    /// <summary>setup() took longer than setupTimeout.</summary>
    public const int SetupTimeout = 100;

    /// <summary>teardown() took longer than teardownTimeout.</summary>
    public const int TeardownTimeout = 101;

    /// <summary>The run was stopped through the REST interface.</summary>
    public const int StoppedFromOutside = 103;

    /// <summary>The REST interface cannot listen where it should.</summary>
    public const int CannotListen = 106;

    /// <summary>Options that cannot be.</summary>
    public const int WrongOptions = 104;

    /// <summary>The script threw in its init stage, in setup() or in teardown(), or does not parse.</summary>
    public const int ScriptException = 107;

    /// <summary>The script called test.abort().</summary>
    public const int ScriptAborted = 108;

    /// <summary>The script called test.fail().</summary>
    public const int MarkedAsFailed = 110;

    /// <summary>Anything else: a file that is not there, a script without functions.</summary>
    public const int Other = 255;
}
