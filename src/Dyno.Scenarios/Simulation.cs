namespace Dyno.Scenarios;

/// <summary>
/// Ways in which iterations arrive. Some keep <em>users</em> busy (closed: a slow server lowers the rate), some keep a
/// <em>rate</em> (open: starts come whatever the server does, at equal distances, and each is timed from the moment at
/// which it was due).
/// </summary>
public static class Simulation
{
    /// <summary>Keeps so many users busy; each begins its next iteration when it has ended the last.</summary>
    /// <param name="copies">Users, 1 or more.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation KeepConstant(int copies, TimeSpan during) => new KeepConstantSimulation(copies, during);

    /// <summary>
    /// Goes in a straight line from the users of the simulation before (0 at the beginning and after a pause) to so many.
    /// </summary>
    /// <param name="copies">Users at the end, 0 or more.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation RampingConstant(int copies, TimeSpan during) => new RampingConstantSimulation(copies, during);

    /// <summary>So many users do a number of iterations together, whoever is free. Must be the only simulation.</summary>
    /// <param name="copies">Users, 1 or more.</param>
    /// <param name="iterations">Iterations of all users together, at least one each.</param>
    public static LoadSimulation IterationsForConstant(int copies, int iterations) =>
        new IterationsForConstantSimulation(copies, iterations);

    /// <summary>Starts so many iterations in every interval, at equal distances.</summary>
    /// <param name="rate">Starts per interval, 1 or more.</param>
    /// <param name="interval">What the rate counts in, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation Inject(int rate, TimeSpan interval, TimeSpan during) => new InjectSimulation(rate, interval, during);

    /// <summary>
    /// Goes in a straight line from the rate of the simulation before (0 at the beginning and after a pause) to this one.
    /// </summary>
    /// <param name="rate">Starts per interval at the end, 0 or more.</param>
    /// <param name="interval">What the rate counts in, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation RampingInject(int rate, TimeSpan interval, TimeSpan during) =>
        new RampingInjectSimulation(rate, interval, during);

    /// <summary>Draws the number of starts anew for every interval, both bounds included.</summary>
    /// <param name="minRate">Fewest starts per interval, 0 or more.</param>
    /// <param name="maxRate">Most starts per interval, 1 or more.</param>
    /// <param name="interval">What the rate counts in, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation InjectRandom(int minRate, int maxRate, TimeSpan interval, TimeSpan during) =>
        new InjectRandomSimulation(minRate, maxRate, interval, during);

    /// <summary>Starts a number of iterations at a rate. Must be the only simulation.</summary>
    /// <param name="rate">Starts per interval, 1 or more.</param>
    /// <param name="interval">What the rate counts in, above 0.</param>
    /// <param name="iterations">Starts in all, 1 or more.</param>
    public static LoadSimulation IterationsForInject(int rate, TimeSpan interval, int iterations) =>
        new IterationsForInjectSimulation(rate, interval, iterations);

    /// <summary>Nothing starts; may stand anywhere.</summary>
    /// <param name="during">0 or more.</param>
    public static LoadSimulation Pause(TimeSpan during) => new PauseSimulation(during);
}
