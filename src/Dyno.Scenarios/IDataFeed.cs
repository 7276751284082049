namespace Dyno.Scenarios;

/// <summary>Items for the iterations of a scenario. Thread-safe.</summary>
/// <typeparam name="T">One item.</typeparam>
public interface IDataFeed<out T>
{
    /// <summary>The next item.</summary>
    /// <param name="scenarioInfo">The user that asks for the item.</param>
    T GetNextItem(ScenarioInfo scenarioInfo);
}
