namespace Dyno.Scenarios;

/// <summary>Runs scenarios.</summary>
public static class DynoRunner
{
    /// <summary>Scenarios to run side by side.</summary>
    /// <param name="scenarios">At least one; names are unique.</param>
    public static DynoContext RegisterScenarios(params ScenarioProps[] scenarios)
    {
        ArgumentNullException.ThrowIfNull(scenarios);
        return new DynoContext([.. scenarios]);
    }

    /// <summary>Runs scenarios silently and returns their figures: for tests.</summary>
    /// <param name="scenarios">At least one; names are unique.</param>
    /// <exception cref="UserFault">The load cannot run; the message names everything that is wrong. Nothing was sent.</exception>
    public static Task<NodeStats> RunAsync(params ScenarioProps[] scenarios) => RegisterScenarios(scenarios).RunAsync();
}
