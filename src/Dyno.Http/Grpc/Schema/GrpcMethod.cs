namespace Dyno.Http.Grpc;

/// <summary>A method of a service.</summary>
/// <param name="Service">With the package.</param>
/// <param name="Name">Of the method.</param>
/// <param name="Input">What is sent.</param>
/// <param name="Output">What comes back.</param>
/// <param name="IsClientStreaming">Several messages are sent.</param>
/// <param name="IsServerStreaming">Several come back.</param>
internal sealed record GrpcMethod(string Service, string Name, MessageType Input, MessageType Output, bool IsClientStreaming, bool IsServerStreaming)
{
    /// <summary>The method as <c>:path</c> names it.</summary>
    public string Path => $"/{Service}/{Name}";

    /// <summary>The method as a .proto file writes it, without <c>rpc</c>.</summary>
    public override string ToString() =>
        $"{Name}({(IsClientStreaming ? "stream " : "")}{Input.FullName}) returns ({(IsServerStreaming ? "stream " : "")}{Output.FullName})";
}
