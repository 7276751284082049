namespace Dyno.Scenarios;

/// <summary>Makes scenarios. A scenario is the work that one user does again and again.</summary>
public static class Scenario
{
    /// <summary>A scenario whose code is an async lambda or method.</summary>
    /// <param name="name">Unique in a run; at most 100 characters on one line, none of <c>' " { } , :</c>.</param>
    /// <param name="run">
    /// One iteration. It may be started for many users at once, each with its own context. An exception makes the iteration a
    /// failed one. Code that completes without waiting costs no thread switch and no allocation.
    /// </param>
    [OverloadResolutionPriority(1)] // an async lambda then needs no Task when it completes at once
    public static ScenarioProps Create(string name, Func<IScenarioContext, ValueTask<IResponse>> run)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(run);
        return new ScenarioProps(name) { Run = run, Code = run };
    }

    /// <inheritdoc cref="Create(string, Func{IScenarioContext, ValueTask{IResponse}})"/>
    public static ScenarioProps Create(string name, Func<IScenarioContext, Task<IResponse>> run)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(run);
        return new ScenarioProps(name) { Run = context => new ValueTask<IResponse>(run(context)), Code = run };
    }

    /// <summary>A scenario without load, for its <c>WithInit</c> and <c>WithClean</c> alone.</summary>
    /// <param name="name">Unique in a run.</param>
    public static ScenarioProps Empty(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new ScenarioProps(name);
    }
}
