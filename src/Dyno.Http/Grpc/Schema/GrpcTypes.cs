namespace Dyno.Http;

/// <summary>The methods that a client may call. Immutable, thread-safe.</summary>
public sealed class GrpcTypes
{
    private readonly ImmutableArray<GrpcMethod> _methods;

    private GrpcTypes(ImmutableArray<GrpcMethod> methods) => _methods = methods;

    /// <summary>No methods.</summary>
    public static GrpcTypes None { get; } = new([]);

    /// <summary>Each method: its path (<c>/package.Service/Method</c>), and which side sends several messages.</summary>
    public IEnumerable<(string Path, bool IsClientStreaming, bool IsServerStreaming)> Methods =>
        _methods.Select(m => (m.Path, m.IsClientStreaming, m.IsServerStreaming));

    /// <summary>Reads the types of .proto files.</summary>
    /// <param name="importPaths">Folders that are searched for the files and their imports.</param>
    /// <param name="read">Returns the content of a file by its full path; null if there is no such file.</param>
    /// <exception cref="Dyno.Results.UserFault">A file is wrong.</exception>
    public static GrpcTypes OfFiles(IEnumerable<string> files, IEnumerable<string> importPaths, Func<string, byte[]?> read) =>
        new(ProtoFiles.Read(files, importPaths, read).Methods);

    /// <summary>Reads the types of a set of descriptors.</summary>
    /// <param name="read">Returns the content of a file by its full path; null if there is no such file.</param>
    /// <exception cref="Dyno.Results.UserFault">The file is not a set of descriptors.</exception>
    public static GrpcTypes OfSet(string file, Func<string, byte[]?> read) => new(ProtoFiles.ReadSet(file, read).Methods);

    /// <summary>Asks a server for its types, by reflection.</summary>
    /// <exception cref="Dyno.Results.UserFault">The server does not answer, or does not offer gRPC reflection.</exception>
    public static async Task<GrpcTypes> AskAsync(Uri server, HttpOptions options, CancellationToken cancellationToken)
    {
        using var reflection = new GrpcReflection(server, options);
        return new GrpcTypes((await reflection.ReadAsync(cancellationToken)).Methods);
    }

    /// <summary>The methods of both; for a path that both have, the method of <paramref name="other"/>.</summary>
    public GrpcTypes With(GrpcTypes other) => new([.. other._methods.Concat(_methods).DistinctBy(m => m.Path)]);

    internal GrpcMethod? Find(string path) => _methods.FirstOrDefault(m => m.Path == path || m.Path == "/" + path);
}
