namespace Dyno.Inputs;

/// <summary>Reads a whole file that the user named; a failure is reported as a problem, not thrown.</summary>
internal static class InputFile
{
    /// <summary>Most bytes of a file: larger files are chosen by mistake (a trace, an image) and describe no load.</summary>
    public const long MaxBytes = 256 * 1024 * 1024;

    /// <summary>How long to wait until someone opens the other end of a pipe.</summary>
    private static readonly TimeSpan OtherEnd = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan FirstByte = TimeSpan.FromSeconds(2);

    /// <summary>Most bytes from a pipe or a device, whose length is not known before reading.</summary>
    private const long MaxStreamedBytes = 64 * 1024 * 1024;

    /// <summary>Reads the file.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="takesPipes">Whether the file may be a pipe or a device: only when the user names it, as in <c>&lt;(command)</c>.</param>
    public static bool TryRead(string path, SourcePlace place, [NotNullWhen(true)] out byte[]? bytes, bool takesPipes = true)
    {
        bytes = null;
        var problem = WhyNot(path, takesPipes, ref bytes);
        if (problem is not null) place.Problem(problem, $"name a file that can be read{NearFiles(path)}");
        else ReadFiles.Note(path, bytes);
        return problem is null;
    }

    private static string? WhyNot(string path, bool takesPipes, ref byte[]? bytes)
    {
        try
        {
            if (Directory.Exists(path)) return $"\"{path}\" is a folder";
            var file = new FileInfo(path);
            if (!file.Exists) return $"there is no file \"{path}\"";
            if (file.Length > MaxBytes) return $"\"{path}\" is larger than {MaxBytes / 1024 / 1024} MB";
            if (file.Length > 0) bytes = ReadBounded(path, MaxBytes);
            else if (takesPipes) bytes = ReadBounded(path, MaxStreamedBytes);
            else if (IsEmpty(path)) bytes = [];
            else return $"\"{path}\" is not an ordinary file";
            return bytes is null ? $"\"{path}\" holds more than {(file.Length > 0 ? MaxBytes : MaxStreamedBytes) / 1024 / 1024} MB" : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return $"\"{path}\" cannot be read: {failure.Message}";
        }
    }

    /// <summary>The end of a hint: files in the folder with a similar name.</summary>
    private static string NearFiles(string path)
    {
        try
        {
            var folder = Path.GetDirectoryName(Path.GetFullPath(path));
            if (!Directory.Exists(folder)) return "";
            var names = Directory.EnumerateFiles(folder).Take(10_000).Select(file => Path.GetFileName(file)!).ToList();
            var wanted = Path.GetFileName(path);
            var near = NearestWord.Find(wanted, names)
                ?? names.Find(name => Path.GetFileNameWithoutExtension(name) == Path.GetFileNameWithoutExtension(wanted));
            return near is null || near == wanted ? "" : $"; did you mean \"{InText.Quote(near)}\"?";
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return "";
        }
    }

    // A device or a pipe reports the length 0, and reading it may never end.
    private static byte[]? ReadBounded(string path, long most)
    {
        using var file = OpenWithin(OtherEnd, path);
        var content = new MemoryStream();
        var piece = new byte[64 * 1024];
        for (int read; (read = file.Read(piece)) > 0; content.Write(piece, 0, read))
            if (content.Length + read > most) return null;
        return content.ToArray();
    }

    // A pipe, a device and a file of the kernel also report the length 0; only an ordinary file of length 0 has no first byte.
    private static bool IsEmpty(string path)
    {
        var reading = Task.Run(() =>
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            return file.ReadByte() < 0;
        });
        return Task.WaitAny([reading], FirstByte) >= 0 && reading.GetAwaiter().GetResult();
    }

    private static FileStream OpenWithin(TimeSpan patience, string path)
    {
        var opening = Task.Run(() => new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0));
        if (Task.WaitAny([opening], patience) < 0)
            throw new IOException($"no process opened the pipe for writing within {patience.TotalSeconds} s");
        return opening.GetAwaiter().GetResult();
    }
}
