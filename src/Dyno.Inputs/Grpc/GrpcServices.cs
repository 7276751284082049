namespace Dyno.Inputs;

/// <summary>Lists what a gRPC server offers.</summary>
public static class GrpcServices
{
    /// <summary>Whether the target is <c>grpc://host</c> without a service and a method.</summary>
    public static bool AreMeant(LoadRequest request)
    {
        var target = request.Target?.Trim() ?? "";
        return GrpcTarget.IsMeant(target) && !target[(target.IndexOf("://", StringComparison.Ordinal) + 3)..].TrimEnd('/').Contains('/', StringComparison.Ordinal);
    }

    /// <summary>Every file with types of the calls, for code that takes the load to another machine.</summary>
    /// <returns>The full paths; none when the server is asked for the types.</returns>
    /// <exception cref="UserFault">A file is wrong.</exception>
    public static ImmutableArray<string> FilesOf(LoadRequest request) =>
        request.ProtoFiles.IsDefaultOrEmpty ? [] : GrpcSource.FilesOf(request.ProtoFiles, request.ImportPaths);

    /// <summary>Each service, followed by its methods as a .proto file writes them.</summary>
    /// <exception cref="UserFault">The server cannot be asked, or a file is wrong.</exception>
    public static async Task<ImmutableArray<string>> ListAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        var problems = new ProblemList();
        var options = HttpSettings.Read(request, new FileSettings(), problems);
        TargetUrl.TryRead(GrpcTarget.ToHttp(request.Target!.Trim()), new(problems, request.Target), out var url, out _);
        problems.ThrowIfAny();
        var source = request.ProtoFiles.IsDefaultOrEmpty ? GrpcSource.Reflection : GrpcSource.Files(request.ProtoFiles, request.ImportPaths);
        return await source.ListAsync(url!, options, cancellationToken);
    }
}
