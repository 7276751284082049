namespace Dyno.Subjects;

/// <summary>Why a subject did not come up.</summary>
public enum SubjectFault
{
    /// <summary>The user's input is impossible: there is no such project, framework or port number.</summary>
    WrongInput,

    /// <summary>The publish failed.</summary>
    DidNotBuild,

    /// <summary>A runtime pack or package that the publish needs cannot be restored on this machine.</summary>
    DidNotRestore,

    /// <summary>The program could not be started, or ended before it answered.</summary>
    ExitedAtStart,

    /// <summary>The program did not answer in time.</summary>
    NeverReady,

    /// <summary>A service beside the program did not come up, or has ended.</summary>
    ServiceFailed,

    /// <summary>The port for the program is in use.</summary>
    PortInUse,
}
