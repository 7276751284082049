namespace Dyno.Inputs;

/// <summary>One change of a file; exactly one of its members is set.</summary>
public sealed record SessionEdit
{
    /// <summary>A request after the change; <see cref="OutlinedRequest.Index"/> says which one. Unchanged lines stay byte for byte.</summary>
    public OutlinedRequest? Change { get; init; }

    /// <summary>The request to add at the end.</summary>
    public OutlinedRequest? Add { get; init; }

    /// <summary>Index of the request to copy; the copy follows the request.</summary>
    public int? Copy { get; init; }

    /// <summary>Index of the request to remove, with all lines up to the next request.</summary>
    public int? Remove { get; init; }

    /// <summary>The move of a request to another place.</summary>
    public RequestMove? Move { get; init; }

    /// <summary>All variables after the change.</summary>
    public ImmutableArray<OutlinedLine>? Variables { get; init; }
}

/// <summary>The move of a request from one place to another.</summary>
/// <param name="From">Index of the request before the move.</param>
/// <param name="To">Index of the request after the move.</param>
public sealed record RequestMove(int From, int To);
