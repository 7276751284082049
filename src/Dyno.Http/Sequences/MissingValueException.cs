namespace Dyno.Http.Sequences;

/// <summary>
/// A request that could not be made because a value for it was not there. It ends the iteration and is counted as one error
/// of the scenario; the user is shown the first.
/// </summary>
public sealed class MissingValueException(string message) : Exception(message);
