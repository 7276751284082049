namespace Dyno.Results;

/// <summary>
/// Writes a file so that a reader finds either the whole new text or the old text, never a part. The text goes into a temporary file
/// in the same folder and is flushed to the disk; the temporary file then takes the name. Devices and pipes (<c>/dev/stdout</c>) are
/// written directly.
/// </summary>
public static class WholeFile
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Writes UTF-8 without a byte order mark and replaces the previous content. Missing folders are created.</summary>
    /// <exception cref="UserFault">The file cannot be written; its previous content is unchanged.</exception>
    public static void Write(string path, string text) => Write(path, stream => stream.Write(Utf8.GetBytes(text)), overwrite: true);

    /// <summary>Writes bytes and replaces the previous content. Missing folders are created.</summary>
    /// <exception cref="UserFault">The file cannot be written; its previous content is unchanged.</exception>
    public static void Write(string path, ReadOnlyMemory<byte> content) => Write(path, stream => stream.Write(content.Span), overwrite: true);

    /// <summary>Writes a file that must not exist yet.</summary>
    /// <returns>False when the file exists.</returns>
    /// <exception cref="UserFault">The file cannot be written.</exception>
    public static bool TryWriteNew(string path, string text)
    {
        try
        {
            Write(path, stream => stream.Write(Utf8.GetBytes(text)), overwrite: false);
            return true;
        }
        catch (UserFault) when (File.Exists(path))
        {
            return false;
        }
    }

    internal static void Write(string path, Action<Stream> write, bool overwrite)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        try
        {
            var target = WithoutLinks(Path.GetFullPath(path));
            if (IsStream(path) || IsStream(target)) WriteStraight(path, write);
            else WriteThenRename(target, write, overwrite);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new UserFault($"{path}: cannot be written: {failure.Message}", HintFor(failure), failure);
        }
    }

    private static string WithoutLinks(string path) => new FileInfo(path) is { LinkTarget: not null } link
        ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName
        : path;

    private static string HintFor(Exception failure) =>
        IsDiskFull(failure) ? "free some space, or name a file on another disk" : "name a file that can be written";

    // ENOSPC and EDQUOT on Linux, ERROR_DISK_FULL and ERROR_HANDLE_DISK_FULL on Windows.
    private static bool IsDiskFull(Exception failure) => (failure.HResult & 0xFFFF) is 28 or 122 or 112 or 39;

    private static bool IsStream(string path) =>
        path.StartsWith("/dev/", StringComparison.Ordinal) || path.StartsWith("/proc/", StringComparison.Ordinal);

    private static void WriteStraight(string path, Action<Stream> write)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        write(stream);
    }

    private static void WriteThenRename(string target, Action<Stream> write, bool overwrite)
    {
        if (Directory.Exists(target)) throw new IOException("it is a folder");
        var folder = Path.GetDirectoryName(target)!;
        var isPrivate = PrivateFolder.Holds(folder);
        if (isPrivate) PrivateFolder.ThrowIfLinked(folder);
        if (isPrivate) PrivateFolder.Create(folder);
        else Directory.CreateDirectory(folder);
        var temporary = Path.Combine(folder, $".{Path.GetFileName(target)}.{Entropy.Text("0123456789abcdef", 8)}.tmp");
        try
        {
            using (var stream = new FileStream(temporary, PrivateFolder.NewFile(isPrivate)))
            {
                write(stream);
                stream.Flush(flushToDisk: true);
            }

            // Without overwriting, File.Move looks first and renames then, which replaces a file that was made in between; a link does not.
            if (overwrite || !HardLink.TryCreate(temporary, target)) File.Move(temporary, target, overwrite);
        }
        finally
        {
            File.Delete(temporary);
        }
    }
}
