namespace Dyno.Scenarios;

/// <summary>The run.</summary>
/// <param name="SessionId">Unique and sortable by time.</param>
/// <param name="TestSuite">Name of the test suite, from the code or the configuration.</param>
/// <param name="TestName">Name of the run, from the code or the configuration.</param>
public sealed record TestInfo(string SessionId, string TestSuite, string TestName);

/// <summary>The machine that makes the load.</summary>
/// <param name="MachineName">Its name.</param>
/// <param name="OS">The operating system.</param>
/// <param name="DotNetVersion">The runtime of the load.</param>
/// <param name="Processor">The CPU.</param>
/// <param name="CoresCount">Logical cores the load may use.</param>
public sealed record NodeInfo(string MachineName, string OS, string DotNetVersion, string Processor, int CoresCount);

/// <summary>A part of a load that several programs make together.</summary>
/// <param name="Number">Which part, from 1.</param>
/// <param name="Count">How many parts there are.</param>
public sealed record ScenarioPartition(int Number, int Count);

/// <summary>The stage of a scenario.</summary>
public enum ScenarioOperation
{
    /// <summary><c>WithInit</c>.</summary>
    Init,

    /// <summary>The warm-up, whose load is recorded separately.</summary>
    WarmUp,

    /// <summary>The measurement.</summary>
    Bombing,

    /// <summary><c>WithClean</c>.</summary>
    Clean,
}

/// <summary>A scenario and one of its users. Reads are thread-safe.</summary>
public sealed class ScenarioInfo
{
    internal ScenarioInfo(string scenarioName, int instanceNumber, TimeSpan duration)
    {
        ScenarioName = scenarioName;
        InstanceNumber = instanceNumber;
        InstanceId = $"{scenarioName}_{instanceNumber}";
        ScenarioDuration = duration;
    }

    /// <summary>Name of the scenario.</summary>
    public string ScenarioName { get; }

    /// <summary>Number of the user: 0, 1, 2 …</summary>
    public int InstanceNumber { get; }

    /// <summary>Name of the scenario and number of the user.</summary>
    public string InstanceId { get; }

    /// <summary>Planned length of the simulations; for simulations that end by iterations, the longest time they may take.</summary>
    public TimeSpan ScenarioDuration { get; }

    /// <summary>The current operation of the scenario.</summary>
    public ScenarioOperation ScenarioOperation { get; internal set; }
}
