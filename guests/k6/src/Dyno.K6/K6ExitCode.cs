namespace Dyno.K6;

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

    /// <summary>The options are invalid.</summary>
    public const int WrongOptions = 104;

    /// <summary>The script threw in its init stage, in setup() or in teardown(), or does not parse.</summary>
    public const int ScriptException = 107;

    /// <summary>The script called test.abort().</summary>
    public const int ScriptAborted = 108;

    /// <summary>The script called test.fail().</summary>
    public const int MarkedAsFailed = 110;

    /// <summary>Anything else: a file that is not an archive, a script without functions. A missing script is wrong input, as it is for every load.</summary>
    public const int Other = 255;
}
