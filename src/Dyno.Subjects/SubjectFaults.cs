namespace Dyno.Subjects;

/// <summary>Faults of a user: a program under test that did not come up.</summary>
public static class SubjectFaults
{
    /// <summary>The fault, with the exit code that goes with its kind.</summary>
    /// <param name="fault">The kind of the fault: <see cref="UserFault.Reason"/>.</param>
    /// <param name="hint">What to do or type instead; null when the message says it.</param>
    /// <param name="lastOutput">The last lines that the build or the program wrote.</param>
    public static UserFault Of(SubjectFault fault, string message, string? hint = null, ImmutableArray<string> lastOutput = default,
        Exception? inner = null) => new(message, hint, inner)
        {
            ExitsWith = fault == SubjectFault.WrongInput ? ExitCode.WrongInput : ExitCode.SubjectFailed,
            Reason = fault,
            LastOutput = lastOutput.IsDefault ? [] : lastOutput,
        };
}
