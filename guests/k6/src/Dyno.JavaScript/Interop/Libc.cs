using System.Runtime.InteropServices;

namespace Dyno.JavaScript;

/// <summary>Functions of the C library.</summary>
internal static partial class Libc
{
    /// <summary>
    /// Drops the resident code pages of the given libraries from this process. Code that is needed again is loaded from the system's page
    /// cache. These pages are never written, so nothing is lost.
    /// </summary>
    public static void GiveBackCode(params ReadOnlySpan<string> libraries)
    {
        const int DoNotNeed = 4; // MADV_DONTNEED
        try
        {
            foreach (var line in File.ReadLines("/proc/self/maps"))
            {
                // 7fba71020000-7fba71040000 r-xp 00020000 08:01 1234    /usr/lib/libname.so
                var (dash, blank) = (line.IndexOf('-', StringComparison.Ordinal), line.IndexOf(' ', StringComparison.Ordinal));
                if (!line.AsSpan(blank).StartsWith(" r-xp ") || !IsOneOf(line, libraries)) continue;
                var (from, to) = (Address(line.AsSpan(0, dash)), Address(line.AsSpan(dash + 1, blank - dash - 1)));
                _ = madvise(from, (nuint)(to - from), DoNotNeed);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The list of mappings cannot be read here: the pages stay.
        }
    }

    private static bool IsOneOf(string line, ReadOnlySpan<string> libraries)
    {
        foreach (var library in libraries)
            if (line.Contains(library, StringComparison.Ordinal)) return true;
        return false;
    }

    private static nint Address(ReadOnlySpan<char> hex) => nint.Parse(hex, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    [LibraryImport("libc")]
    private static partial int madvise(nint address, nuint length, int advice);
}
