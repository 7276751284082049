namespace Dyno.Http;

/// <summary>A method of a service.</summary>
/// <param name="Service">Name of the service, with its package.</param>
/// <param name="IsClientStreaming">Whether the client sends several messages.</param>
/// <param name="IsServerStreaming">Whether the server sends several messages.</param>
internal sealed record GrpcMethod(string Service, string Name, MessageType Input, MessageType Output, bool IsClientStreaming, bool IsServerStreaming)
{
    /// <summary>The path of the method, as the pseudo-header <c>:path</c> has it.</summary>
    public string Path => $"/{Service}/{Name}";

    /// <summary>The method as a .proto file writes it, without <c>rpc</c>.</summary>
    public override string ToString() =>
        $"{Name}({(IsClientStreaming ? "stream " : "")}{Input.FullName}) returns ({(IsServerStreaming ? "stream " : "")}{Output.FullName})";
}
