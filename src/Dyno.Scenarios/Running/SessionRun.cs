using System.Runtime.InteropServices;

namespace Dyno.Scenarios;

/// <summary>The state that the scenarios of one run share. Thread-safe.</summary>
internal sealed class SessionRun(TestInfo testInfo, RunSignals signals, Action<string>? log = null)
{
    private readonly ConcurrentDictionary<string, StopFlag> _stops = new(StringComparer.Ordinal);
    private volatile ScenarioOperation _operation = ScenarioOperation.Init;
    private string? _stopReason;

    public TestInfo TestInfo => testInfo;

    public NodeInfo NodeInfo { get; } = new(Environment.MachineName, RuntimeInformation.OSDescription,
        RuntimeInformation.FrameworkDescription, RuntimeInformation.ProcessArchitecture.ToString(), Environment.ProcessorCount);

    public RunSignals Signals => signals;

    public HttpUse HttpUse { get; } = new();

    public ScenarioLogger Logger { get; } = new(log);

    public OwnMetrics Metrics { get; } = new();

    public ScenarioOperation Operation { get => _operation; set => _operation = value; }

    /// <summary>Why code stopped the run or a scenario; null when no code stopped them.</summary>
    public string? StopReason => Volatile.Read(ref _stopReason);

    public StopFlag StopOf(string scenario) => _stops.GetOrAdd(scenario, _ => new StopFlag());

    public void StopScenario(string scenario, string reason)
    {
        if (!_stops.TryGetValue(scenario, out var flag)) { Fail($"StopScenario was asked to stop '{scenario}', which is not a scenario of this run"); return; }
        Interlocked.CompareExchange(ref _stopReason, $"scenario '{scenario}' stopped: {reason}", null);
        flag.Stop();
    }

    public void Stop(string reason)
    {
        Interlocked.CompareExchange(ref _stopReason, $"stopped by the load's code: {reason}", null);
        signals.Stop();
    }

    public void Fail(string reason) => signals.Fail(reason);
}

/// <summary>Whether a scenario must start no more iterations. Thread-safe.</summary>
internal sealed class StopFlag
{
    private volatile bool _isSet;

    public bool IsSet => _isSet;

    public void Stop() => _isSet = true;
}
