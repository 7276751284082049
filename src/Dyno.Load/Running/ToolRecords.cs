using System.Reflection;

namespace Dyno.Load;

/// <summary>This build of Dyno, read from its assembly: <c>0.3.0+commit</c>.</summary>
public static class ToolRecords
{
    /// <summary>The build that runs.</summary>
    public static ToolRecord Current { get; } = Read();

    private static ToolRecord Read()
    {
        var attribute = typeof(ToolRecords).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        var version = attribute?.InformationalVersion ?? "0.0.0";
        var plus = version.IndexOf('+', StringComparison.Ordinal);
        return new ToolRecord
        {
            Version = plus < 0 ? version : version[..plus],
            Commit = plus < 0 ? null : version[(plus + 1)..],
            Runtime = RuntimeInformation.FrameworkDescription,
        };
    }
}
