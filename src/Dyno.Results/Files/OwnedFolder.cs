namespace Dyno.Results;

/// <summary>
/// A temporary folder for the owner alone. The process holds a lock on the folder, and the kernel frees the lock however the
/// process ends. The next start finds folders without a lock and removes them.
/// </summary>
public sealed class OwnedFolder : IDisposable
{
    private const string LockFile = ".owner";
    private readonly FileStream _lock;

    private OwnedFolder(string path, FileStream held) => (Path, _lock) = (path, held);

    /// <summary>Absolute path.</summary>
    public string Path { get; }

    /// <summary>Creates a new folder, and removes folders of the same prefix whose owners ended without removing them.</summary>
    /// <param name="prefix">The beginning of the folder's name, e.g. <c>dyno-postgres-</c>.</param>
    /// <param name="root">The parent folder; null for the system's folder for temporary files.</param>
    /// <exception cref="IOException">The folder cannot be created.</exception>
    public static OwnedFolder Create(string prefix, string? root = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(prefix);
        root ??= System.IO.Path.GetTempPath();
        foreach (var left in Directory.GetDirectories(root, prefix + "*")) RemoveIfLeft(left);
        var path = System.IO.Path.Combine(root, prefix + Entropy.Text("abcdefghijkmnpqrstuvwxyz23456789", 10));
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(path);
        else Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new OwnedFolder(path, new FileStream(System.IO.Path.Combine(path, LockFile), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None));
    }

    /// <summary>Whether no one owns a folder any more: its owner has ended without removing it.</summary>
    public static bool IsLeft(string folder)
    {
        var file = System.IO.Path.Combine(folder, LockFile);
        if (!File.Exists(file)) return true;
        try
        {
            using var held = new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Removes the folder with all its content, as far as the system allows.</summary>
    public void Dispose()
    {
        _lock.Dispose();
        Remove(Path);
    }

    // Folders of other users and folders whose lock is held stay. A folder without a lock file is just being created, or a build without
    // locks left it.
    private static void RemoveIfLeft(string folder)
    {
        var file = System.IO.Path.Combine(folder, LockFile);
        try
        {
            if (!File.Exists(file)) return;
            using (new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None)) Remove(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder stays.
        }
    }

    private static void Remove(string folder)
    {
        try
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Files of a program that was killed while writing stay here; the next start removes them.
        }
    }
}
