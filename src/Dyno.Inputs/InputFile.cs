using System.Diagnostics.CodeAnalysis;
using Dyno.Inputs.Problems;

namespace Dyno.Inputs;

/// <summary>Reads a whole file the user named; what goes wrong is a problem, not an exception.</summary>
internal static class InputFile
{
    /// <summary>Larger inputs are a mistake (a trace, an image), not a load description.</summary>
    public const long MaxBytes = 256 * 1024 * 1024;

    public static bool TryRead(string path, SourcePlace place, [NotNullWhen(true)] out byte[]? bytes)
    {
        bytes = null;
        var problem = WhyNot(path, ref bytes);
        if (problem is not null) place.Problem(problem, "name a file that can be read");
        return problem is null;
    }

    private static string? WhyNot(string path, ref byte[]? bytes)
    {
        try
        {
            if (Directory.Exists(path)) return $"\"{path}\" is a folder";
            var file = new FileInfo(path);
            if (!file.Exists) return $"there is no file \"{path}\"";
            if (file.Length <= MaxBytes) bytes = ReadBounded(path);
            return bytes is null ? $"\"{path}\" is larger than {MaxBytes / 1024 / 1024} MB" : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return $"\"{path}\" cannot be read: {failure.Message}";
        }
    }

    // A device or a pipe says 0 for its length, and may never end.
    private static byte[]? ReadBounded(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        var content = new MemoryStream();
        var piece = new byte[64 * 1024];
        for (int read; (read = file.Read(piece)) > 0; content.Write(piece, 0, read))
            if (content.Length + read > MaxBytes) return null;
        return content.ToArray();
    }
}
