namespace Dyno.Scenarios;

/// <summary>How iterations arrive for a while. Made by <see cref="Simulation"/>. Immutable.</summary>
public abstract record LoadSimulation
{
    private protected LoadSimulation()
    {
    }
}

internal sealed record KeepConstantSimulation(int Copies, TimeSpan During) : LoadSimulation;

internal sealed record RampingConstantSimulation(int Copies, TimeSpan During) : LoadSimulation;

internal sealed record IterationsForConstantSimulation(int Copies, int Iterations) : LoadSimulation;

internal sealed record InjectSimulation(int Rate, TimeSpan Interval, TimeSpan During) : LoadSimulation;

internal sealed record RampingInjectSimulation(int Rate, TimeSpan Interval, TimeSpan During) : LoadSimulation;

internal sealed record InjectRandomSimulation(int MinRate, int MaxRate, TimeSpan Interval, TimeSpan During) : LoadSimulation;

internal sealed record IterationsForInjectSimulation(int Rate, TimeSpan Interval, int Iterations) : LoadSimulation;

internal sealed record PauseSimulation(TimeSpan During) : LoadSimulation;
