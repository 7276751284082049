using System.Runtime.InteropServices;

namespace Dyno.JavaScript.JavaScriptCore.Interop;

/// <summary>The engine reads its settings from the C library's environment, which .NET's own setter never reaches.</summary>
internal static partial class Libc
{
    public static unsafe void SetVariable(string name, string value)
    {
        var nameBytes = System.Text.Encoding.UTF8.GetBytes(name + "\0");
        var valueBytes = System.Text.Encoding.UTF8.GetBytes(value + "\0");
        fixed (byte* n = nameBytes, v = valueBytes) _ = setenv(n, v, 1); // both end in a zero byte
    }

    [LibraryImport("libc")]
    private static unsafe partial int setenv(byte* name, byte* value, int overwrite);
}
