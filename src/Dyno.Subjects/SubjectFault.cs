namespace Dyno.Subjects;

/// <summary>Why a subject could not be had.</summary>
public enum SubjectFault
{
    /// <summary>What the user asked for cannot be: no such project, framework, port number.</summary>
    WrongInput,

    /// <summary>The publish failed.</summary>
    DidNotBuild,

    /// <summary>A runtime pack or package that the publish needs cannot be had here.</summary>
    DidNotRestore,

    /// <summary>The program could not be started, or ended before it answered.</summary>
    ExitedAtStart,

    /// <summary>The program did not answer in time.</summary>
    NeverReady,

    /// <summary>A service beside it did not come up, or ended.</summary>
    ServiceFailed,

    /// <summary>The port it should have is taken.</summary>
    PortInUse,
}
