using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Dyno.Bench;

/// <summary>A Kestrel that answers every unary gRPC call with a message of 100 bytes, without a service behind it.</summary>
internal static class GrpcServer
{
    /// <summary>The argument that makes <c>Dyno.Bench</c> this server.</summary>
    public const string Word = "serve-grpc";

    private static readonly byte[] Answer = [0, 0, 0, 0, 102, 0x0A, 100, .. Enumerable.Repeat((byte)'v', 100)];

    /// <summary>Runs the server; called in its own process.</summary>
    public static int Run() => KestrelProcess.Serve(_ => { }, port => port.Protocols = HttpProtocols.Http2, app => app.Run(AnswerAsync));

    private static async Task AnswerAsync(HttpContext context)
    {
        while (true)
        {
            var read = await context.Request.BodyReader.ReadAsync();
            context.Request.BodyReader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted) break;
        }
        context.Response.ContentType = "application/grpc";
        context.Response.AppendTrailer("grpc-status", "0");
        await context.Response.Body.WriteAsync(Answer);
    }
}
