using System.Collections.Immutable;
using Dyno.Http.Grpc;
using Dyno.Inputs.Loads;
using Dyno.Inputs.Requests;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Grpc;

/// <summary>What a gRPC server offers.</summary>
public static class GrpcServices
{
    /// <summary>Whether the target is <c>grpc://host</c> without a service and a method.</summary>
    public static bool AreMeant(LoadRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var target = request.Target?.Trim() ?? "";
        return GrpcTarget.IsMeant(target) && !target[(target.IndexOf("://", StringComparison.Ordinal) + 3)..].TrimEnd('/').Contains('/', StringComparison.Ordinal);
    }

    /// <summary>Every file that the types of its calls stand in, for whoever takes the load to another machine.</summary>
    /// <returns>Full paths; none where the server is asked.</returns>
    /// <exception cref="UserFault">A file is wrong.</exception>
    public static ImmutableArray<string> FilesOf(LoadRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        return request.ProtoFiles.IsDefaultOrEmpty ? [] : GrpcSource.FilesOf(request.ProtoFiles, request.ImportPaths);
    }

    /// <summary>Each service, and below it its methods as a .proto file writes them.</summary>
    /// <exception cref="UserFault">The server cannot be asked, or a file is wrong.</exception>
    public static async Task<ImmutableArray<string>> ListAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        var problems = new ProblemList();
        var options = HttpSettings.Read(request, new FileSettings(), problems);
        TargetUrl.TryRead(GrpcTarget.ToHttp(request.Target!.Trim()), new(problems, request.Target), out var url, out _);
        problems.ThrowIfAny();
        var source = request.ProtoFiles.IsDefaultOrEmpty ? GrpcSource.Reflection : GrpcSource.Files(request.ProtoFiles, request.ImportPaths);
        return await source.ListAsync(url!, options, cancellationToken);
    }
}
