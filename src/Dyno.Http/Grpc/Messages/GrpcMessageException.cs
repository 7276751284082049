namespace Dyno.Http.Grpc;

/// <summary>A text does not fit a message, or bytes are none.</summary>
internal sealed class GrpcMessageException(string message) : Exception(message)
{
    /// <summary>The same, with the field it happened in.</summary>
    public GrpcMessageException In(string field) => new($"{field}{(Message.StartsWith('.') || Message.StartsWith('[') ? "" : ": ")}{Message}");
}
