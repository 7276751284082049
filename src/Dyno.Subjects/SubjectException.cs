using System.Collections.Immutable;

namespace Dyno.Subjects;

/// <summary>
/// The program under test could not be had: the message says what, the hint what to do, the output what it said last.
/// </summary>
public sealed class SubjectException : Exception
{
    /// <summary>Creates the exception.</summary>
    public SubjectException(SubjectFault fault, string message, string? hint = null, ImmutableArray<string> lastOutput = default,
        Exception? inner = null) : base(message, inner)
    {
        Fault = fault;
        Hint = hint;
        LastOutput = lastOutput.IsDefault ? [] : lastOutput;
    }

    /// <summary>What kind of fault it is; decides the exit code.</summary>
    public SubjectFault Fault { get; }

    /// <summary>What to do or type instead; null when the message says it.</summary>
    public string? Hint { get; }

    /// <summary>The last lines of the build's or the program's output, secrets masked; empty when there was none.</summary>
    public ImmutableArray<string> LastOutput { get; }
}

/// <summary>Why a subject could not be had.</summary>
public enum SubjectFault
{
    /// <summary>What the user asked for cannot be: no such project, framework, port number.</summary>
    WrongInput,

    /// <summary>The publish failed.</summary>
    DidNotBuild,

    /// <summary>A runtime pack or package that the publish needs cannot be had here.</summary>
    DidNotRestore,

    /// <summary>It could not be started, or ended before it answered.</summary>
    ExitedAtStart,

    /// <summary>It did not answer in time.</summary>
    NeverReady,

    /// <summary>A service beside it did not come up, or ended.</summary>
    ServiceFailed,

    /// <summary>The port it should have is taken.</summary>
    PortInUse,
}
