namespace Dyno.Http;

/// <summary>A text does not fit a message type, or bytes are not a valid message.</summary>
public sealed class GrpcMessageException(string message) : Exception(message)
{
    /// <summary>The same error, with the name of its field in front.</summary>
    public GrpcMessageException In(string field) => new($"{field}{(Message.StartsWith('.') || Message.StartsWith('[') ? "" : ": ")}{Message}");
}
