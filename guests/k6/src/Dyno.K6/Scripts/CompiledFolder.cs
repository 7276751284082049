using System.Runtime.InteropServices;
using System.Security;

namespace Dyno.K6;

/// <summary>
/// Modules that were compiled in earlier runs, so that an unchanged script starts without the time and the memory of the compiler. A file
/// is used only when it was made from the same text by the same build of Dyno; a file that cannot be read or written counts as missing.
/// Only the user may have access to the files, because they hold scripts. Several processes may share the folder.
/// </summary>
/// <param name="folder">The folder; created when the first file is kept.</param>
internal sealed class CompiledFolder(string folder)
{
    private const int MostFiles = 512;
    private const string Ending = ".compiled";
    private static readonly string Build = typeof(CompiledFolder).Assembly.ManifestModule.ModuleVersionId.ToString("N");

    /// <summary>The compiled module; null when nothing is kept of it.</summary>
    /// <param name="isTypeScript">Whether the text was read as TypeScript.</param>
    public CompiledText? Read(string text, bool isTypeScript)
    {
        try
        {
            var kept = PathOf(text, isTypeScript);
            if (!File.Exists(kept)) return null;
            using var reader = new BinaryReader(File.OpenRead(kept), Encoding.UTF8);
            if (reader.ReadString() != Build || reader.ReadBoolean() != isTypeScript || reader.ReadString() != text) return null;
            return new CompiledText(reader.ReadString(), reader.ReadString(), reader.ReadString(), reader.ReadBoolean(), ReadMoves(reader));
        }
        catch (Exception e) when (IsOfTheDisk(e))
        {
            return null;
        }
    }

    /// <summary>Keeps a compiled module. A failure to keep it is not reported.</summary>
    /// <param name="isTypeScript">Whether the text was read as TypeScript.</param>
    public void Keep(string text, bool isTypeScript, CompiledText made)
    {
        try
        {
            CreateFolder();
            RemoveOldest();
            var kept = PathOf(text, isTypeScript);
            var unfinished = kept + "." + Environment.ProcessId;
            using (var writer = new BinaryWriter(File.Create(unfinished), Encoding.UTF8))
            {
                writer.Write(Build);
                writer.Write(isTypeScript);
                foreach (var part in (ReadOnlySpan<string>)[text, made.Code, made.Map, made.Links]) writer.Write(part);
                writer.Write(made.IsAsync);
                writer.Write(made.Moves.Length);
                foreach (var move in made.Moves)
                    foreach (var number in (ReadOnlySpan<int>)[move.Line, move.Column, move.Removed, move.Put]) writer.Write(number);
            }
            File.Move(unfinished, kept, overwrite: true);
        }
        catch (Exception e) when (IsOfTheDisk(e))
        {
            // The module is compiled again next time.
        }
    }

    private static ImmutableArray<TextMove> ReadMoves(BinaryReader reader)
    {
        var moves = new TextMove[reader.ReadInt32()];
        for (var i = 0; i < moves.Length; i++) moves[i] = new TextMove(reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32());
        return ImmutableCollectionsMarshal.AsImmutableArray(moves);
    }

    private void CreateFolder()
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private void RemoveOldest()
    {
        var files = new DirectoryInfo(folder).GetFiles();
        if (files.Length < MostFiles) return;
        foreach (var file in files.OrderBy(f => f.LastWriteTimeUtc).Take(MostFiles / 2)) file.Delete();
    }

    // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), 64 bits: a name only, the text itself is compared.
    private string PathOf(string text, bool isTypeScript)
    {
        var hash = 14695981039346656037UL;
        foreach (var part in (ReadOnlySpan<string>)[Build, isTypeScript ? "ts" : "js", text])
            foreach (var c in part) hash = (hash ^ c) * 1099511628211UL;
        return Path.Combine(folder, hash.ToString("x16") + Ending);
    }

    private static bool IsOfTheDisk(Exception e) => e is IOException or UnauthorizedAccessException or SecurityException or FormatException
        or ArgumentException;
}

/// <summary>The compiled text of a module.</summary>
/// <param name="Code">What the engine runs, without the function around it.</param>
/// <param name="Map">The mappings back; empty when nothing was moved within a line.</param>
/// <param name="Links">What it imports and exports: <see cref="ModuleLinks.Read"/>.</param>
/// <param name="IsAsync">Whether the module awaits outside of any function.</param>
/// <param name="Moves">Changes made to the text before it was compiled.</param>
internal sealed record CompiledText(string Code, string Map, string Links, bool IsAsync, ImmutableArray<TextMove> Moves);
