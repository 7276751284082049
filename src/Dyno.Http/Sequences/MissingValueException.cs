namespace Dyno.Http;

/// <summary>
/// A request could not be built because a value for it was missing. The exception ends the iteration and counts as one error of the
/// scenario; the report shows the first such error.
/// </summary>
public sealed class MissingValueException(string message) : Exception(message);
