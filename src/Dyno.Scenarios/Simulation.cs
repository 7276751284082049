namespace Dyno.Scenarios;

/// <summary>
/// Ways in which iterations arrive. Some keep <em>users</em> busy (closed: a slow server lowers the rate), some keep a
/// <em>rate</em> (open: starts come whatever the server does, at equal distances, and each is timed from the moment at
/// which it was due).
/// </summary>
public static class Simulation
{
    /// <summary>Keeps this number of users busy; each user begins the next iteration when its last one has ended.</summary>
    /// <param name="copies">Users, 1 or more.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation KeepConstant(int copies, TimeSpan during) => new KeepConstantSimulation(copies, during);

    /// <summary>
    /// Changes the number of users in a straight line, from that of the simulation before (0 at the beginning and after a pause) to
    /// this number.
    /// </summary>
    /// <param name="copies">Users at the end, 0 or more.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation RampingConstant(int copies, TimeSpan during) => new RampingConstantSimulation(copies, during);

    /// <summary>Users make a number of iterations together; each free user takes the next iteration. Must be the only simulation.</summary>
    /// <param name="copies">Users, 1 or more.</param>
    /// <param name="iterations">Iterations of all users together, at least one for each user.</param>
    public static LoadSimulation IterationsForConstant(int copies, int iterations) =>
        new IterationsForConstantSimulation(copies, iterations);

    /// <summary>Starts this number of iterations in every interval, at equal distances.</summary>
    /// <param name="rate">Starts per interval, 1 or more.</param>
    /// <param name="interval">The interval of the rate, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation Inject(int rate, TimeSpan interval, TimeSpan during) => new InjectSimulation(rate, interval, during);

    /// <summary>Changes the rate in a straight line, from that of the simulation before (0 at the beginning and after a pause) to this rate.</summary>
    /// <param name="rate">Starts per interval at the end, 0 or more.</param>
    /// <param name="interval">The interval of the rate, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation RampingInject(int rate, TimeSpan interval, TimeSpan during) =>
        new RampingInjectSimulation(rate, interval, during);

    /// <summary>Draws the number of starts anew for every interval, both bounds included.</summary>
    /// <param name="minRate">Fewest starts per interval, 0 or more.</param>
    /// <param name="maxRate">Most starts per interval, 1 or more.</param>
    /// <param name="interval">The interval of the rate, above 0 and at most <paramref name="during"/>.</param>
    /// <param name="during">1 s or more.</param>
    public static LoadSimulation InjectRandom(int minRate, int maxRate, TimeSpan interval, TimeSpan during) =>
        new InjectRandomSimulation(minRate, maxRate, interval, during);

    /// <summary>Starts a number of iterations at a rate. Must be the only simulation.</summary>
    /// <param name="rate">Starts per interval, 1 or more.</param>
    /// <param name="interval">The interval of the rate, above 0.</param>
    /// <param name="iterations">Starts in all, 1 or more.</param>
    public static LoadSimulation IterationsForInject(int rate, TimeSpan interval, int iterations) =>
        new IterationsForInjectSimulation(rate, interval, iterations);

    /// <summary>Starts nothing for a while; may stand anywhere.</summary>
    /// <param name="during">0 or more.</param>
    public static LoadSimulation Pause(TimeSpan during) => new PauseSimulation(during);
}
