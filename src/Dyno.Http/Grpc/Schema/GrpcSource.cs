namespace Dyno.Http;

/// <summary>The source of the types of a server's messages: .proto files, or the server itself. Thread-safe.</summary>
public sealed class GrpcSource
{
    private readonly Lazy<GrpcSchema>? _files;

    private GrpcSource(Lazy<GrpcSchema>? files) => _files = files;

    /// <summary>The server is asked by reflection, right before the run.</summary>
    public static GrpcSource Reflection { get; } = new(null);

    /// <summary>Whether the server is asked by reflection.</summary>
    public bool IsReflection => _files is null;

    /// <summary>The types come from .proto files, or from one set of descriptors (a single file with another extension).</summary>
    /// <param name="files">At least one.</param>
    /// <param name="importPaths">Folders that are searched for imports.</param>
    public static GrpcSource Files(ImmutableArray<string> files, ImmutableArray<string> importPaths) =>
        new(new Lazy<GrpcSchema>(() => Read(files, importPaths, ProtoFiles.FromDisk)));

    /// <summary>All files that declare the types, given or imported; for a caller that sends a load to another machine.</summary>
    /// <param name="files">At least one.</param>
    /// <param name="importPaths">Folders that are searched for imports.</param>
    /// <returns>Full paths, sorted.</returns>
    /// <exception cref="UserFault">A file is wrong.</exception>
    public static ImmutableArray<string> FilesOf(ImmutableArray<string> files, ImmutableArray<string> importPaths)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        Read(files, importPaths, path =>
        {
            var content = ProtoFiles.FromDisk(path);
            if (content is not null) found.Add(Path.GetFullPath(path));
            return content;
        });
        return [.. found];
    }

    /// <summary>Lists the services and their methods, one line each.</summary>
    /// <exception cref="UserFault">The files cannot be read, or the server does not answer.</exception>
    public async Task<ImmutableArray<string>> ListAsync(Uri server, HttpOptions options, CancellationToken cancellationToken)
    {
        var schema = await ReadAsync(server, options, cancellationToken);
        return [.. schema.Services.SelectMany(s => (IEnumerable<string>)[s, .. schema.Methods.Where(m => m.Service == s).Select(m => $"  {m}")])];
    }

    private static GrpcSchema Read(ImmutableArray<string> files, ImmutableArray<string> importPaths, Func<string, byte[]?> read) =>
        files is [var only] && !only.EndsWith(".proto", StringComparison.OrdinalIgnoreCase) ? ProtoFiles.ReadSet(only, read)
            : ProtoFiles.Read(files, importPaths, read);

    internal async Task<GrpcSchema> ReadAsync(Uri server, HttpOptions options, CancellationToken cancellationToken)
    {
        if (_files is not null) return _files.Value;
        using var reflection = new GrpcReflection(server, options);
        return await reflection.ReadAsync(cancellationToken);
    }
}
