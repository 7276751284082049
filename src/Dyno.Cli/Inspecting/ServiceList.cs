namespace Dyno.Cli;

/// <summary>The services of a gRPC server, or of .proto files: what <c>dyno inspect grpc://host</c> prints.</summary>
internal static class ServiceList
{
    /// <summary>Whether the target names a gRPC server without a method.</summary>
    public static bool IsMeant(LoadRequest load) => GrpcServices.AreMeant(load);

    public static int Print(LoadRequest load, Terminal terminal)
    {
        foreach (var line in GrpcServices.ListAsync(load, CancellationToken.None).GetAwaiter().GetResult()) terminal.Out.WriteLine(line);
        return ExitCode.Success;
    }
}
