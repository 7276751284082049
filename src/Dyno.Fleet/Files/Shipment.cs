namespace Dyno.Fleet;

/// <summary>The files that go to the agents. They are stored by their content, so that a file that two runs share is sent once.</summary>
internal static class Shipment
{
    /// <summary>Limit of all files of a run together, in bytes.</summary>
    public const long MostBytes = 64L * 1024 * 1024;

    /// <summary>Limit of a program under test, which may include its runtime, in bytes.</summary>
    public const long MostBytesOfProgram = 512L * 1024 * 1024;

    private const int MostFiles = 2000;

    /// <summary>Reads the files.</summary>
    /// <param name="files">The path below the agent's folder, and the path on this machine.</param>
    /// <exception cref="UserFault">The files are too many or too large, one cannot be read, or one holds a private key.</exception>
    public static ImmutableArray<(ShippedFile File, byte[] Content)> Of(IReadOnlyCollection<(string Path, string Source)> files, long mostBytes = MostBytes)
    {
        if (files.Count > MostFiles)
            throw new UserFault($"the load needs {files.Count} files; a fleet ships at most {MostFiles}", "name a smaller folder");
        var (shipped, bytes) = (ImmutableArray.CreateBuilder<(ShippedFile, byte[])>(), 0L);
        foreach (var (path, source) in files)
        {
            bytes += LengthOf(source);
            if (bytes > mostBytes)
                throw new UserFault($"the files of the load exceed {mostBytes >> 20} MB in total, at {path}",
                    "copy large files to the agents' machines and give their full paths there");
            var content = PrivateKeyCheck.Read(path, source);
            shipped.Add((new ShippedFile(path, HashOf(content), content.Length, IsProgram(source)), content));
        }
        return shipped.ToImmutable();
    }

    /// <summary>Reads the files, and puts those into the store that it does not have yet.</summary>
    /// <exception cref="UserFault">The files cannot be shipped.</exception>
    public static async Task<ImmutableArray<ShippedFile>> SendAsync(
        IReadOnlyCollection<(string Path, string Source)> files, FleetStore store, CancellationToken cancellation, long mostBytes = MostBytes)
    {
        var shipment = Of(files, mostBytes);
        foreach (var (file, content) in shipment.DistinctBy(part => part.File.Hash))
            if (!await store.HasAsync("file-" + file.Hash, cancellation)) await store.PutAsync("file-" + file.Hash, content, cancellation);
        return [.. shipment.Select(part => part.File)];
    }

    public static string HashOf(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content));

    /// <summary>Writes a file below a folder.</summary>
    /// <exception cref="UserFault">The content is not what was ordered, or the file would lie outside the folder.</exception>
    public static void Unpack(string folder, ShippedFile file, byte[] content)
    {
        var path = PathBelow(folder, file.Path);
        if (HashOf(content) != file.Hash) throw new UserFault($"the content of {file.Path} does not match the hash in the order");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
        if (file.IsProgram && !OperatingSystem.IsWindows()) File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.UserExecute);
    }

    /// <summary>The full path of a folder below another, which is created when it does not exist.</summary>
    /// <exception cref="UserFault">The folder would lie outside the other.</exception>
    public static string FolderOf(string folder, string below) =>
        below.Length == 0 ? folder : Directory.CreateDirectory(PathBelow(folder, below)).FullName;

    /// <summary>The problem of an order's files; null when there is none.</summary>
    public static string? ProblemOf(ImmutableArray<ShippedFile> files, long mostBytes = MostBytes) =>
        files.Any(file => !file.Hash.All(char.IsAsciiHexDigit)) ? "a file of the plan has an invalid hash"
        : files.Length > MostFiles || files.Sum(file => file.Length) > mostBytes ? $"the plan is too large: more than {MostFiles} files or {mostBytes >> 20} MB" : null;

    private static string PathBelow(string folder, string name)
    {
        var path = Path.GetFullPath(Path.Combine(folder, name));
        return path.StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? path
            : throw new UserFault($"the order names a path outside its folder: {name}");
    }

    private static bool IsProgram(string source) => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(source) & UnixFileMode.UserExecute) != 0;

    private static long LengthOf(string source)
    {
        try
        {
            return new FileInfo(source).Length;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{source} cannot be read: {failure.Message}", inner: failure);
        }
    }
}
