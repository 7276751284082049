namespace Dyno.Results;

/// <summary>
/// A fault that a user can cause and correct: a file, an option, a program or a machine that is not as it should be. Dyno has no
/// other exception for such faults. The exception holds all problems at once, each with what to do or type instead.
/// </summary>
[SuppressMessage("Naming", "CA1710", Justification = "It is named after whose fault it is; a catch clause says the rest.")]
public sealed class UserFault : Exception
{
    /// <summary>A fault with one problem.</summary>
    /// <param name="hint">What to do or type instead; null when the message says it.</param>
    public UserFault(string message, string? hint = null, Exception? inner = null) : base(message, inner)
    {
        Hint = hint;
        Problems = [new Problem("", null, null, message, hint)];
    }

    /// <summary>A fault with several mistakes in the user's input, in the order of the file.</summary>
    /// <param name="problems">At least one.</param>
    public UserFault(ImmutableArray<Problem> problems) : base(string.Join('\n', problems)) => Problems = problems;

    /// <summary>All problems; <see cref="Exception.Message"/> has one on each line.</summary>
    public ImmutableArray<Problem> Problems { get; }

    /// <summary>What to do or type instead; null when the message or its problems say it.</summary>
    public string? Hint { get; }

    /// <summary>The exit code of the process when no code handles the fault. Default: <see cref="ExitCode.WrongInput"/>.</summary>
    public int ExitsWith { get; init; } = ExitCode.WrongInput;

    /// <summary>The kind of the fault, for a caller that can continue after some kinds; null when no caller can continue.</summary>
    public Enum? Reason { get; init; }

    /// <summary>The last lines that a build or a program wrote, secrets masked; empty when there are none.</summary>
    public ImmutableArray<string> LastOutput { get; init; } = [];
}
