using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;

namespace Dyno.Results.Problems;

/// <summary>
/// What a user can cause and mend: a file, an option, a program or a machine that is not as it should be. The only exception of Dyno
/// for that; everything that is wrong stands in it at once, each with what to do or type instead.
/// </summary>
[SuppressMessage("Naming", "CA1710", Justification = "It is named after whose fault it is; a catch clause says the rest.")]
public sealed class UserFault : Exception
{
    /// <summary>A fault that one sentence tells.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="hint">What to do or type instead; null when the message says it.</param>
    /// <param name="inner">The failure below.</param>
    public UserFault(string message, string? hint = null, Exception? inner = null) : base(message, inner)
    {
        Hint = hint;
        Problems = [new Problem("", null, null, message, hint)];
    }

    /// <summary>Mistakes in what the user wrote, in the order of the file.</summary>
    /// <param name="problems">At least one.</param>
    public UserFault(ImmutableArray<Problem> problems) : base(string.Join('\n', problems)) => Problems = problems;

    /// <summary>Each problem; <see cref="Exception.Message"/> has them one a line.</summary>
    public ImmutableArray<Problem> Problems { get; }

    /// <summary>What to do or type instead; null when the message or its problems say it.</summary>
    public string? Hint { get; }

    /// <summary>What the process ends with when nobody mends it. Default: <see cref="ExitCode.WrongInput"/>.</summary>
    public int ExitsWith { get; init; } = ExitCode.WrongInput;

    /// <summary>Which kind of fault it is, for a caller that can go on after some of them; null when none can.</summary>
    public Enum? Reason { get; init; }

    /// <summary>The last lines that a build or a program wrote, secrets masked; empty when there are none.</summary>
    public ImmutableArray<string> LastOutput { get; init; } = [];
}
