using System.Collections.Immutable;

namespace Dyno.Inputs.Problems;

/// <summary>
/// An input that cannot be run: everything that is wrong with it at once, in the order of the file. The only exception
/// readers throw for what a user wrote.
/// </summary>
public sealed class InputException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="problems">At least one.</param>
    public InputException(ImmutableArray<InputProblem> problems) : base(string.Join('\n', problems)) => Problems = problems;

    /// <summary>Each problem; <see cref="Exception.Message"/> has them one a line.</summary>
    public ImmutableArray<InputProblem> Problems { get; }
}
