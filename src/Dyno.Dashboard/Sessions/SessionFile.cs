namespace Dyno.Dashboard;

/// <summary>A file as it was read: its text, and a mark that reveals a later change on the disk.</summary>
/// <param name="Path">Absolute.</param>
/// <param name="Text">Its text, with unchanged line endings.</param>
/// <param name="Mark">A hash of its bytes.</param>
internal sealed record SessionFile(string Path, string Text, string Mark, Encoding Encoding)
{
    private const long Largest = 8 * 1024 * 1024;
    private static readonly string[] Extensions = [".http", ".rest", ".websurge", .. LoadFiles.ScriptTexts, ".cs", ".yaml", ".yml"];
    private static readonly Lock Writing = new();

    public static string Endings => string.Join(' ', Extensions);

    public static bool IsText(string path) => Extensions.Contains(System.IO.Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    public static SessionFile Read(string path)
    {
        if (Directory.Exists(path) || !File.Exists(path)) throw RefusedException.NotFound($"there is no file {System.IO.Path.GetFileName(path)}", "it was removed or renamed outside Dyno: what you typed can be saved under another name");
        if (new FileInfo(path).Length > Largest) throw RefusedException.Wrong("the file is larger than 8 MB", "edit it with another program; Dyno can still run it");
        var bytes = File.ReadAllBytes(path);
        var encoding = EncodingOf(bytes);
        return new SessionFile(path, encoding.GetString(bytes.AsSpan(encoding.Preamble.Length)), MarkOf(bytes), encoding);
    }

    /// <summary>Writes a file, unless it was changed elsewhere since it was read.</summary>
    /// <param name="mark">The mark of the version that was read; null for a file that must not exist yet.</param>
    public static void Write(string path, string text, string? mark)
    {
        lock (Writing)
        {
            if (mark is null)
            {
                if (!WholeFile.TryWriteNew(path, text)) throw RefusedException.Conflict($"{System.IO.Path.GetFileName(path)} exists", "choose another name");
                return;
            }
            var before = Read(path);
            if (before.Mark != mark) throw Changed(System.IO.Path.GetFileName(path));
            WholeFile.Write(path, Bytes(before.Encoding, text));
        }
    }

    public static RefusedException Changed(string path) =>
        RefusedException.Conflict($"{path} was changed on the disk since it was read; nothing was written", "look at the new text, or save yours under another name");

    private static byte[] Bytes(Encoding encoding, string text) => [.. encoding.Preamble, .. encoding.GetBytes(text)];

    private static string MarkOf(byte[] bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, 12));

    // Decodes as Dyno's readers do: UTF-8 if valid, UTF-16 with a byte order mark, otherwise Latin-1.
    private static Encoding EncodingOf(byte[] bytes)
    {
        if (bytes is [0xFF, 0xFE, ..]) return Encoding.Unicode;
        if (bytes is [0xFE, 0xFF, ..]) return Encoding.BigEndianUnicode;
        if (bytes is [0xEF, 0xBB, 0xBF, ..]) return Encoding.UTF8;
        try
        {
            var strict = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
            _ = strict.GetCharCount(bytes);
            return strict;
        }
        catch (DecoderFallbackException)
        {
            return Encoding.Latin1;
        }
    }
}
