using System.Runtime.InteropServices;

namespace Dyno.Http.Interop;

/// <summary>
/// Zstandard (RFC 8878) by the system's libzstd, where it is installed. Invariants: every buffer is pinned for the length of
/// a call; a stream of libzstd is freed by the call that made it; no pointer leaves this file.
/// </summary>
public static unsafe partial class Zstd
{
    private const string Library = "libzstd";
    private const int FastLevel = 3;
    private static readonly Lazy<bool> Found = new(Find);

    /// <summary>Whether the library is there.</summary>
    public static bool IsAvailable => Found.Value;

    /// <summary>What to type when it is not.</summary>
    public static string HowToInstall => "install libzstd: sudo apt-get install -y libzstd1";

    /// <summary>Compresses.</summary>
    /// <exception cref="InvalidDataException">libzstd refuses, or is not there.</exception>
    public static byte[] Compress(ReadOnlySpan<byte> data)
    {
        ThrowUnlessAvailable();
        var result = new byte[(int)ZSTD_compressBound((nuint)data.Length)];
        fixed (byte* from = data, to = result)
        {
            var size = ZSTD_compress(to, (nuint)result.Length, from, (nuint)data.Length, FastLevel);
            if (ZSTD_isError(size) != 0) throw new InvalidDataException("libzstd cannot compress the body");
            return result[..(int)size];
        }
    }

    /// <summary>Decompresses, also several frames in a row.</summary>
    /// <param name="data">The compressed bytes.</param>
    /// <param name="maxBytes">Largest result.</param>
    /// <exception cref="InvalidDataException">The bytes are damaged or cut off, or the result is larger than the limit.</exception>
    public static byte[] Decompress(ReadOnlySpan<byte> data, int maxBytes)
    {
        ThrowUnlessAvailable();
        var stream = ZSTD_createDStream();
        if (stream == 0) throw new InvalidDataException("libzstd has no memory");
        try
        {
            return Decompress(stream, data, maxBytes);
        }
        finally
        {
            _ = ZSTD_freeDStream(stream);
        }
    }

    private static byte[] Decompress(nint stream, ReadOnlySpan<byte> data, int maxBytes)
    {
        using var result = new MemoryStream();
        var part = new byte[64 * 1024];
        fixed (byte* from = data, to = part)
        {
            var input = new Buffer { Bytes = from, Size = (nuint)data.Length };
            var left = (nuint)1;
            while (true)
            {
                var output = new Buffer { Bytes = to, Size = (nuint)part.Length };
                var before = input.Position;
                left = ZSTD_decompressStream(stream, &output, &input);
                if (ZSTD_isError(left) != 0) throw new InvalidDataException("the body cannot be decompressed: it is damaged, or not zstd");
                if (result.Length + (long)output.Position > maxBytes) throw new InvalidDataException($"the decompressed body exceeds {maxBytes} bytes");
                result.Write(part.AsSpan(0, (int)output.Position));
                if (input.Position == input.Size && output.Position < output.Size) break;
                if (input.Position == before && output.Position == 0) break; // neither takes nor gives: it waits for bytes that are not there
            }
            return left == 0 ? result.ToArray() : throw new InvalidDataException("the body cannot be decompressed: its zstd is cut off");
        }
    }

    private static void ThrowUnlessAvailable()
    {
        if (!IsAvailable) throw new InvalidDataException("zstd needs the system's libzstd: " + HowToInstall);
    }

    private static bool Find()
    {
        NativeLibrary.SetDllImportResolver(typeof(Zstd).Assembly, static (name, assembly, path) =>
            name == Library && TryLoad(out var handle) ? handle : 0);
        return TryLoad(out _);
    }

    private static bool TryLoad(out nint handle)
    {
        foreach (var name in (ReadOnlySpan<string>)["libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib", "libzstd.dll"])
            if (NativeLibrary.TryLoad(name, out handle)) return true;
        handle = 0;
        return false;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Buffer
    {
        public byte* Bytes;
        public nuint Size;
        public nuint Position;
    }

    [LibraryImport(Library)]
    private static partial nuint ZSTD_compressBound(nuint size);

    [LibraryImport(Library)]
    private static partial nuint ZSTD_compress(byte* to, nuint capacity, byte* from, nuint size, int level);

    [LibraryImport(Library)]
    private static partial uint ZSTD_isError(nuint code);

    [LibraryImport(Library)]
    private static partial nint ZSTD_createDStream();

    [LibraryImport(Library)]
    private static partial nuint ZSTD_freeDStream(nint stream);

    [LibraryImport(Library)]
    private static partial nuint ZSTD_decompressStream(nint stream, Buffer* output, Buffer* input);
}
