namespace Dyno.Cli;

/// <summary>The command that starts this program again.</summary>
internal static class ThisProgram
{
    /// <summary>The executable, followed by the path of <c>dyno.dll</c> when the executable is the <c>dotnet</c> host.</summary>
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
