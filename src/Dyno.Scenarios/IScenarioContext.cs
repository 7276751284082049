namespace Dyno.Scenarios;

/// <summary>
/// One user of a scenario and the iteration it is in. The same object for all iterations of a user; used by one
/// iteration at a time.
/// </summary>
public interface IScenarioContext
{
    /// <summary>The run.</summary>
    TestInfo TestInfo { get; }

    /// <summary>The scenario and which of its users this is.</summary>
    ScenarioInfo ScenarioInfo { get; }

    /// <summary>The machine.</summary>
    NodeInfo NodeInfo { get; }

    /// <summary>Which iteration of this user it is: 1, 2, 3 …, beginning anew after the warm-up.</summary>
    long InvocationNumber { get; }

    /// <summary>Values handed from step to step; empty at the start of every iteration.</summary>
    IDictionary<string, object> Data { get; }

    /// <summary>Values of this user, kept from one of its iterations to the next.</summary>
    IDictionary<string, object> ScenarioInstanceData { get; }

    /// <summary>Writes lines while the load goes on.</summary>
    ScenarioLogger Logger { get; }

    /// <summary>Random numbers from the run's seed, this user's own: the same in every run with the same seed.</summary>
    Random Random { get; }

    /// <summary>Cancelled when the iteration is cut: what it records from then on is dropped.</summary>
    CancellationToken ScenarioCancellationToken { get; }

    /// <summary>Starts no more iterations of a scenario; those that run end.</summary>
    /// <param name="scenarioName">Of this run.</param>
    /// <param name="reason">One sentence for the result.</param>
    void StopScenario(string scenarioName, string reason);

    /// <summary>Stops the whole run; what was measured is reported.</summary>
    /// <param name="reason">One sentence for the result.</param>
    void StopCurrentTest(string reason);
}

/// <summary>What <c>WithInit</c> and <c>WithClean</c> see.</summary>
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

    /// <summary>Cancelled when the run is stopped before it began.</summary>
    CancellationToken ScenarioCancellationToken { get; }

    /// <summary>Writes lines.</summary>
    ScenarioLogger Logger { get; }

    /// <summary>Which part of the load this program makes: always the first of one.</summary>
    ScenarioPartition ScenarioPartition { get; }

    /// <summary>Makes a figure of your own part of the run: <see cref="NodeStats.Metrics"/> has it at the end.</summary>
    /// <param name="metric">Made by <see cref="Metric"/>.</param>
    /// <exception cref="Dyno.Results.Problems.UserFault">Another figure has its name.</exception>
    void RegisterMetric(CustomMetric metric);
}
