using System.Collections.Immutable;

namespace Dyno.Cli;

/// <summary>How this very program is started again.</summary>
internal static class ThisProgram
{
    /// <summary>The program, and its first argument where the runtime is told what to run.</summary>
    public static ImmutableArray<string> Words
    {
        get
        {
            var program = Environment.ProcessPath ?? "dotnet";
            var isHost = Path.GetFileNameWithoutExtension(program).Equals("dotnet", StringComparison.OrdinalIgnoreCase);
            return isHost ? [program, Path.Combine(AppContext.BaseDirectory, "dyno.dll")] : [program];
        }
    }
}
