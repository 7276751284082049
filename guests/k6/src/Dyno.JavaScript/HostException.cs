namespace Dyno.JavaScript;

/// <summary>Thrown by a host function to throw a JavaScript error in the script that called it.</summary>
public sealed class HostException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="type">The error's constructor: <c>Error</c>, <c>TypeError</c>, <c>RangeError</c> …</param>
    public HostException(string message, string type = "Error") : base(message) => Type = type;

    /// <summary>The error's constructor.</summary>
    public string Type { get; }
}
