namespace Dyno.Scenarios;

/// <summary>
/// One user of a scenario and the user's current iteration. All iterations of a user have the same object, which one iteration uses
/// at a time.
/// </summary>
public interface IScenarioContext
{
    /// <summary>The run.</summary>
    TestInfo TestInfo { get; }

    /// <summary>The scenario and the number of this user.</summary>
    ScenarioInfo ScenarioInfo { get; }

    /// <summary>The machine.</summary>
    NodeInfo NodeInfo { get; }

    /// <summary>Number of this user's iteration: 1, 2, 3 …, beginning again after the warm-up.</summary>
    long InvocationNumber { get; }

    /// <summary>Values handed from step to step; empty at the start of every iteration.</summary>
    IDictionary<string, object> Data { get; }

    /// <summary>Values of this user, kept from one iteration to the next.</summary>
    IDictionary<string, object> ScenarioInstanceData { get; }

    /// <summary>Writes lines while the load runs.</summary>
    ScenarioLogger Logger { get; }

    /// <summary>This user's own random numbers from the run's seed: the same in every run with the same seed.</summary>
    Random Random { get; }

    /// <summary>Cancelled when the iteration is cut; later results of the iteration are dropped.</summary>
    CancellationToken ScenarioCancellationToken { get; }

    /// <summary>Starts no more iterations of a scenario; iterations that already run end normally.</summary>
    /// <param name="scenarioName">Name of a scenario of this run.</param>
    /// <param name="reason">One sentence for the result.</param>
    void StopScenario(string scenarioName, string reason);

    /// <summary>Stops the whole run; the measurement so far is reported.</summary>
    /// <param name="reason">One sentence for the result.</param>
    void StopCurrentTest(string reason);
}

/// <summary>The context of <c>WithInit</c> and <c>WithClean</c>.</summary>
public interface IScenarioInitContext
{
    /// <summary>The run.</summary>
    TestInfo TestInfo { get; }

    /// <summary>The scenario; its user number is 0.</summary>
    ScenarioInfo ScenarioInfo { get; }

    /// <summary>The machine.</summary>
    NodeInfo NodeInfo { get; }

    /// <summary>The scenario's <c>CustomSettings</c> of the configuration file; an undefined element when there are none.</summary>
    System.Text.Json.JsonElement CustomSettings { get; }

    /// <summary>The file's <c>GlobalCustomSettings</c>; an undefined element when there are none.</summary>
    System.Text.Json.JsonElement GlobalCustomSettings { get; }

    /// <summary>Cancelled when the run is stopped before it begins.</summary>
    CancellationToken ScenarioCancellationToken { get; }

    /// <summary>Writes lines.</summary>
    ScenarioLogger Logger { get; }

    /// <summary>The part of the load that this program makes: the first of one, unless the load is divided into equal shares.</summary>
    ScenarioPartition ScenarioPartition { get; }

    /// <summary>Adds a figure of your own to the run; <see cref="NodeStats.Metrics"/> has the figure at the end.</summary>
    /// <param name="metric">A figure made by <see cref="Metric"/>.</param>
    /// <exception cref="Dyno.Results.UserFault">Another figure has the same name.</exception>
    void RegisterMetric(CustomMetric metric);
}
