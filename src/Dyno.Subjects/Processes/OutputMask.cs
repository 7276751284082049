namespace Dyno.Subjects.Processes;

/// <summary>
/// Replaces the secrets in the file that a program wrote, once nobody writes to it any more. Of a file above <see cref="MostBytes"/> the
/// beginning and the end stay, and a line says how much is left out: what a program logs for each request of a load fills disks.
/// </summary>
internal static class OutputMask
{
    /// <summary>What is kept of a file at most: 16 MiB.</summary>
    public const long MostBytes = 16 << 20;

    private const long HeadBytes = MostBytes / 4;

    /// <summary>Masks a file line by line; it stays its owner's alone, and untouched when there is nothing to replace.</summary>
    /// <param name="file">The file; nothing happens when it was taken away or cannot be written anew.</param>
    /// <param name="mask">A line without its secrets.</param>
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
            // A full disk: the file stays as the program wrote it, for its owner's eyes.
        }
        finally
        {
            Remove(masked);
        }
    }

    /// <returns>Whether anything differs.</returns>
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
            // The folder of the output was taken away.
        }
    }
}
