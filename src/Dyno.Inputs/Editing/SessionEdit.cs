using System.Collections.Immutable;

namespace Dyno.Inputs.Editing;

/// <summary>One change of a file; exactly one of its members is set.</summary>
public sealed record SessionEdit
{
    /// <summary>A request as it is to be; <see cref="OutlinedRequest.Index"/> says which. Lines that are as they were stay byte for byte.</summary>
    public OutlinedRequest? Change { get; init; }

    /// <summary>A request to be added at the end.</summary>
    public OutlinedRequest? Add { get; init; }

    /// <summary>The request to be copied; the copy follows it.</summary>
    public int? Copy { get; init; }

    /// <summary>The request to be removed, with everything up to the next.</summary>
    public int? Remove { get; init; }

    /// <summary>A request to be put in another place.</summary>
    public RequestMove? Move { get; init; }

    /// <summary>All variables as they are to be.</summary>
    public ImmutableArray<OutlinedLine>? Variables { get; init; }
}

/// <summary>From one place to another.</summary>
/// <param name="From">Index of the request.</param>
/// <param name="To">Its index afterwards.</param>
public sealed record RequestMove(int From, int To);
