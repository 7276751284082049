using System.Diagnostics;
using System.Runtime;
using System.Runtime.InteropServices;

/// <summary>
/// Runs inside a program under test before its own first line, and writes what the runtime really does to the file that
/// <c>DYNO_SETTINGS_FILE</c> names: <c>name=value</c> lines. The runtime asks for a type of this name without a namespace
/// (docs/design/features/host-startup-hook.md in dotnet/runtime). Then it ends the process: it was launched for nothing else.
/// </summary>
internal static class StartupHook
{
    private const string FileVariable = "DYNO_SETTINGS_FILE";

    /// <summary>Called by the runtime.</summary>
    public static void Initialize()
    {
        try
        {
            var file = Environment.GetEnvironmentVariable(FileVariable);
            if (string.IsNullOrEmpty(file)) return;
            File.WriteAllText(file + ".new", Settings());
            File.Move(file + ".new", file, overwrite: true);
        }
        catch (Exception)
        {
            // Dyno finds no file, and takes the settings as unknown.
        }
        // Only to be asked was it launched: its own first line must not run.
        using var self = Process.GetCurrentProcess();
        self.Kill();
    }

    private static string Settings()
    {
        var lines = new StringBuilder();
        Add("framework", RuntimeInformation.FrameworkDescription);
        Add("processorCount", Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture));
        Add("serverGc", GCSettings.IsServerGC ? "true" : "false");
        Add("latencyMode", GCSettings.LatencyMode.ToString());
        foreach (var name in new[] { "System.Runtime.TieredCompilation", "System.Runtime.TieredPGO" })
            if (AppContext.GetData(name) is { } value) Add(name, value.ToString() ?? "");
        foreach (var name in new[] { "TieredCompilation", "TieredPGO" })
            if (Environment.GetEnvironmentVariable("DOTNET_" + name) is { } value) Add("DOTNET_" + name, value);
        foreach (var (name, value) in GC.GetConfigurationVariables())
            Add("gc." + name, Convert.ToString(value, CultureInfo.InvariantCulture) ?? "");
        return lines.ToString();

        void Add(string name, string value) => lines.Append(name).Append('=').Append(value.ReplaceLineEndings(" ")).Append('\n');
    }
}
