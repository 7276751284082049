using System.Collections;

namespace Dyno.Observation;

/// <summary>The environment variables of this process: those it was started with, and those it has set since.</summary>
public static class ProcessVariables
{
    /// <summary>All variables, as they are now.</summary>
    public static ImmutableSortedDictionary<string, string> Read()
    {
        // A loop and not LINQ, because LINQ over these entries would be compiled at the start of each run.
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (DictionaryEntry variable in Environment.GetEnvironmentVariables()) variables[(string)variable.Key] = (string?)variable.Value ?? "";
        return variables.ToImmutable();
    }
}
