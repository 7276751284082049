using System.Collections;
using System.Collections.Immutable;

namespace Dyno.Observation.Machines;

/// <summary>The environment variables that this process was started with, or has set since.</summary>
public static class ProcessVariables
{
    /// <summary>All of them, as they are now.</summary>
    public static ImmutableSortedDictionary<string, string> Read()
    {
        // A loop: LINQ over these entries would be compiled anew at the start of each run.
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (DictionaryEntry variable in Environment.GetEnvironmentVariables()) variables[(string)variable.Key] = (string?)variable.Value ?? "";
        return variables.ToImmutable();
    }
}
