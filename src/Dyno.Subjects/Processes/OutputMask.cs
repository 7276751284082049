namespace Dyno.Subjects;

/// <summary>
/// Replaces the secrets in the file with a program's output, when no process writes to it any more. Of a file above <see cref="MostBytes"/>
/// only the beginning and the end stay, and a line says how much is left out: a program that logs each request of a load would fill the
/// disk.
/// </summary>
internal static class OutputMask
{
    /// <summary>Most bytes that are kept of a file: 16 MiB.</summary>
    public const long MostBytes = 16 << 20;

    private const long HeadBytes = MostBytes / 4;

    /// <summary>Masks a file line by line. Only the owner may read the masked file; a file without secrets is not changed.</summary>
    /// <param name="file">The file; nothing happens when the file was removed or cannot be written again.</param>
    /// <param name="mask">Returns a line without its secrets.</param>
    public static void Apply(string file, Func<string, string> mask)
    {
        var masked = file + ".masked";
        try
        {
            ProcessOutput.Create(masked);
            if (Copy(file, masked, mask)) File.Move(masked, file, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Perhaps the disk is full: the file stays as the program wrote it, and only its owner may read it.
        }
        finally
        {
            Remove(masked);
        }
    }

    /// <returns>Whether the copy differs from the original.</returns>
    private static bool Copy(string from, string to, Func<string, string> mask)
    {
        using var source = new FileStream(from, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var target = new StreamWriter(to, append: false) { NewLine = "\n" };
        if (source.Length <= MostBytes) return CopyLines(new StreamReader(source), target, mask);
        CopyLines(new StreamReader(new MemoryStream(Bytes(source, 0, HeadBytes))), target, mask);
        var rest = MostBytes - HeadBytes;
        target.WriteLine($"[{source.Length - MostBytes} bytes left out]");
        CopyLines(new StreamReader(new MemoryStream(Bytes(source, source.Length - rest, rest))), target, mask);
        return true;
    }

    private static bool CopyLines(StreamReader from, TextWriter to, Func<string, string> mask)
    {
        var differs = false;
        while (from.ReadLine() is { } line)
        {
            var masked = mask(line);
            differs |= masked != line;
            to.WriteLine(masked);
        }
        return differs;
    }

    private static byte[] Bytes(FileStream source, long start, long count)
    {
        var bytes = new byte[count];
        source.Position = start;
        source.ReadExactly(bytes);
        return bytes;
    }

    private static void Remove(string file)
    {
        try
        {
            File.Delete(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder of the output was removed.
        }
    }
}
