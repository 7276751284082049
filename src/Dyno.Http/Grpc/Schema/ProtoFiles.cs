using ProtoBuf.Reflection;

namespace Dyno.Http;

/// <summary>Reads .proto files with their imports, and sets of descriptors that protoc wrote.</summary>
internal static class ProtoFiles
{
    /// <summary>
    /// Reads .proto files. Imports are searched beside the importing file and in <paramref name="importPaths"/>; the well-known types are
    /// built in.
    /// </summary>
    /// <param name="importPaths">Folders that are searched for imports.</param>
    /// <param name="read">Returns the content of a file by its full path, null if there is no such file. Null: files are read from the disk.</param>
    /// <exception cref="UserFault">A file cannot be read; the message lists errors with file and line.</exception>
    public static GrpcSchema Read(IEnumerable<string> files, IEnumerable<string> importPaths, Func<string, byte[]?>? read = null)
    {
        var place = new Place(read ?? FromDisk);
        var set = new FileDescriptorSet { FileSystem = place };
        var folders = importPaths.Select(Path.GetFullPath).ToList();
        foreach (var folder in folders) set.AddImportPath(folder);
        foreach (var file in files)
        {
            // A file in an import folder is named relative to that folder, as other files import it.
            var path = folders.Select(f => Path.Combine(f, file)).FirstOrDefault(place.Exists) ?? Path.GetFullPath(file);
            if (!place.Exists(path)) throw new UserFault($"there is no file \"{file}\"", "give the path of a .proto file");
            if (folders.Find(f => path.StartsWith(f + Path.DirectorySeparatorChar, StringComparison.Ordinal)) is { } root) Add(set,
                Path.GetRelativePath(root, path), file);
            else
            {
                set.AddImportPath(Path.GetDirectoryName(path)!);
                Add(set, Path.GetFileName(path), file);
            }
        }
        Guarded(set.Process);
        if (place.Fault is { } fault) throw fault;
        var errors = set.GetErrors().Where(e => e.IsError).ToImmutableArray();
        if (!errors.IsEmpty) throw new UserFault(string.Join(Environment.NewLine, errors.Take(20).Select(Say)), Hint(errors));
        return GrpcSchema.Of(set.Files);
    }

    // The parser answers some wrong files with its own exception.
    private static void Guarded(Action parse)
    {
        try
        {
            parse();
        }
        catch (Exception e) when (e is not (UserFault or OutOfMemoryException))
        {
            throw new UserFault($"the .proto files cannot be read: {e.Message}", "compile them with protoc, which names the line, and give its output: protoc --include_imports --descriptor_set_out=FILE", e);
        }
    }

    /// <summary>Reads a set of descriptors (<c>protoc --include_imports --descriptor_set_out=FILE</c>).</summary>
    /// <exception cref="UserFault">The file is not a set of descriptors.</exception>
    public static GrpcSchema ReadSet(string file, Func<string, byte[]?>? read = null)
    {
        try
        {
            var content = (read ?? FromDisk)(file)
                ?? throw new UserFault($"there is no file \"{file}\"", "give the path of a descriptor set");
            return GrpcSchema.Of(DescriptorReader.Set(content));
        }
        catch (GrpcMessageException e)
        {
            throw new UserFault($"{file} is not a descriptor set: {e.Message}", "write one with: protoc --include_imports --descriptor_set_out=FILE x.proto", e);
        }
    }

    /// <summary>The content of a file on the disk; null if there is no such file.</summary>
    /// <exception cref="UserFault">The file cannot be read.</exception>
    public static byte[]? FromDisk(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllBytes(path) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"the file \"{path}\" cannot be read: {e.Message}", "check the file's permissions", e);
        }
    }

    private static void Add(FileDescriptorSet set, string name, string written)
    {
        var isRead = false;
        Guarded(() => isRead = set.Add(name.Replace('\\', '/'), includeInOutput: true));
        if (!isRead) throw new UserFault($"the file \"{written}\" cannot be read", "check that it is a readable .proto file");
    }

    private static string Say(Error error) => $"{error.File}:{error.LineNumber}:{error.ColumnNumber}: {error.Message}";

    private static string Hint(ImmutableArray<Error> errors) =>
        errors.Any(e => e.Message.Contains("import", StringComparison.OrdinalIgnoreCase) || e.Message.Contains("unable to find", StringComparison.OrdinalIgnoreCase))
        ? "imports are searched for beside the file and in --import-path FOLDER" : "correct the .proto file";

    // Each file is read only once, so that the check for existence and the parser see the same content.
    private sealed class Place(Func<string, byte[]?> read) : IFileSystem
    {
        private readonly Dictionary<string, byte[]?> _known = new(StringComparer.Ordinal);

        /// <summary>What the first file that is too much for the parser has; null when there is none.</summary>
        public UserFault? Fault { get; private set; }

        public bool Exists(string path) => ContentOf(path) is not null;

        public TextReader OpenText(string path) => new StreamReader(new MemoryStream(ContentOf(path)!));

        private byte[]? ContentOf(string path) => _known.TryGetValue(path, out var known) ? known : _known[path] = Bounded(path, read(path));

        // A file that the parser does not bear is empty for it; the fault is thrown when the parser has returned.
        private byte[]? Bounded(string path, byte[]? content)
        {
            if (content is null || ProtoBounds.FaultOf(path, content) is not { } fault) return content;
            Fault ??= fault;
            return [];
        }
    }
}
