namespace Dyno.Scenarios;

/// <summary>Makes a scenario's executor from its simulations. All mistakes are collected.</summary>
internal sealed class SimulationPlans(ScenarioProps props, WeightShare share, PlanProblems problems)
{
    private const int PreparedUsers = 100;
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan NoRampDown = TimeSpan.FromDays(1); // an iteration is never cut because its user is no longer needed
    private readonly List<SequencePart> _parts = [];
    private int _users;             // users of the previous closed simulation
    private double _ratePerSecond;  // rate of the previous open simulation

    /// <summary>The executor; null when something is wrong.</summary>
    public ExecutorPlan? Executor()
    {
        var before = problems.All.Count;
        CheckTogether();
        for (var i = 0; i < props.Simulations.Length; i++) Add(props.Simulations[i], $"simulation {i + 1} ({NameOf(props.Simulations[i])})");
        if (problems.All.Count > before) return null;
        return _parts is [{ Executor: { } only }] ? only : new LoadSequence { Parts = [.. _parts] };
    }

    /// <summary>The name of a simulation, as users write it.</summary>
    public static string NameOf(LoadSimulation simulation) => simulation.GetType().Name.Replace("Simulation", "", StringComparison.Ordinal);

    private void CheckTogether()
    {
        var simulations = props.Simulations;
        if (simulations.Length == 0 || simulations.All(s => s is PauseSimulation))
            problems.Add("simulations", "", "there is no load: give WithLoadSimulations at least one simulation that is not a pause");
        var closed = simulations.Where(IsClosed).Select(NameOf).Distinct().ToList();
        var open = simulations.Where(s => !IsClosed(s) && s is not PauseSimulation).Select(NameOf).Distinct().ToList();
        if (closed.Count > 0 && open.Count > 0)
            problems.Add("simulations", "", $"{Joined(closed)} sets users and {Joined(open)} sets a rate; one scenario cannot have both: "
                + "make a scenario for each");
        foreach (var alone in simulations.Where(s => s is IterationsForConstantSimulation or IterationsForInjectSimulation).Take(1))
            if (simulations.Length > 1) problems.Add("simulations", "", $"{NameOf(alone)} must be the only simulation of its scenario");
    }

    private static bool IsClosed(LoadSimulation s) => s is KeepConstantSimulation or RampingConstantSimulation or IterationsForConstantSimulation;

    private static string Joined(IEnumerable<string> names) => string.Join(" and ", names);

    private void Add(LoadSimulation simulation, string at)
    {
        switch (simulation)
        {
            case KeepConstantSimulation keep: AddKeep(keep, at); break;
            case RampingConstantSimulation ramp: AddRamp(ramp, at); break;
            case IterationsForConstantSimulation fixedNumber: AddIterations(fixedNumber, at); break;
            case InjectSimulation inject: AddInject(inject, at); break;
            case RampingInjectSimulation ramp: AddRampingInject(ramp, at); break;
            case InjectRandomSimulation random: AddRandom(random, at); break;
            case IterationsForInjectSimulation fixedNumber: AddFixedArrivals(fixedNumber, at); break;
            case PauseSimulation pause: AddPause(pause, at); break;
        }
    }

    private void AddKeep(KeepConstantSimulation keep, string at)
    {
        Require(keep.Copies >= 1, at, $"copies = {keep.Copies}", "write 1 or more");
        RequireDuring(keep.During, at);
        var users = share.Of(keep.Copies);
        Require(keep.Copies < 1 || users >= 1, at, $"copies = {keep.Copies}", "too few to share among the weights: write at least one for each scenario");
        _parts.Add(new SequencePart(new ConstantVus { VirtualUsers = users, Duration = keep.During }));
        _users = users;
    }

    private void AddRamp(RampingConstantSimulation ramp, string at)
    {
        Require(ramp.Copies >= 0, at, $"copies = {ramp.Copies}", "write 0 or more");
        RequireDuring(ramp.During, at);
        var users = share.Of(ramp.Copies);
        Require(_users > 0 || users > 0, at, $"copies = {ramp.Copies}", "the ramp would go from 0 to 0 users: write 1 or more");
        _parts.Add(new SequencePart(new RampingVus
        {
            StartVirtualUsers = _users,
            Stages = [new VirtualUserStage(ramp.During, users)],
            GracefulRampDown = NoRampDown,
        }));
        _users = users;
    }

    private void AddIterations(IterationsForConstantSimulation fixedNumber, string at)
    {
        Require(fixedNumber.Copies >= 1, at, $"copies = {fixedNumber.Copies}", "write 1 or more");
        Require(fixedNumber.Iterations >= fixedNumber.Copies, at, $"iterations = {fixedNumber.Iterations}",
            $"write at least one for each of the {fixedNumber.Copies} users");
        _parts.Add(new SequencePart(new SharedIterations
        {
            VirtualUsers = Math.Max(1, share.Of(fixedNumber.Copies)),
            Iterations = share.Of(fixedNumber.Iterations),
            MaxDuration = TimeSpan.FromDays(1),
        }));
    }

    private void AddInject(InjectSimulation inject, string at)
    {
        Require(inject.Rate >= 1, at, $"rate = {inject.Rate}", "write 1 or more");
        RequireDuring(inject.During, at);
        RequireInterval(inject.Interval, inject.During, at);
        _parts.Add(new SequencePart(new ConstantArrivalRate
        {
            Rate = share.Exactly(inject.Rate),
            TimeUnit = inject.Interval,
            Duration = inject.During,
            PreAllocatedVirtualUsers = Prepared,
            MaxVirtualUserCount = props.MaxUsers,
            Arrivals = Arrivals,
        }));
        _ratePerSecond = share.Exactly(inject.Rate) / inject.Interval.TotalSeconds;
    }

    private void AddRampingInject(RampingInjectSimulation ramp, string at)
    {
        Require(ramp.Rate >= 0, at, $"rate = {ramp.Rate}", "write 0 or more");
        RequireDuring(ramp.During, at);
        RequireInterval(ramp.Interval, ramp.During, at);
        Require(_ratePerSecond > 0 || ramp.Rate > 0, at, $"rate = {ramp.Rate}", "the ramp would go from 0 to 0 starts: write 1 or more");
        _parts.Add(new SequencePart(new RampingArrivalRate
        {
            StartRate = _ratePerSecond * ramp.Interval.TotalSeconds,
            TimeUnit = ramp.Interval,
            Stages = [new RateStage(ramp.During, share.Exactly(ramp.Rate))],
            PreAllocatedVirtualUsers = Prepared,
            MaxVirtualUserCount = props.MaxUsers,
            Arrivals = Arrivals,
        }));
        _ratePerSecond = share.Exactly(ramp.Rate) / Math.Max(ramp.Interval.TotalSeconds, 1e-9);
    }

    private void AddRandom(InjectRandomSimulation random, string at)
    {
        Require(random.MinRate >= 0, at, $"minRate = {random.MinRate}", "write 0 or more");
        Require(random.MaxRate >= Math.Max(1, random.MinRate), at, $"maxRate = {random.MaxRate}", "write 1 or more, and no less than minRate");
        RequireDuring(random.During, at);
        RequireInterval(random.Interval, random.During, at);
        _parts.Add(new SequencePart(new RandomArrivalRate
        {
            MinRate = share.Of(random.MinRate),
            MaxRate = Math.Max(1, share.Of(random.MaxRate)),
            TimeUnit = random.Interval,
            Duration = random.During,
            PreAllocatedVirtualUsers = Prepared,
            MaxVirtualUserCount = props.MaxUsers,
        }));
        _ratePerSecond = share.Exactly(random.MaxRate) / Math.Max(random.Interval.TotalSeconds, 1e-9);
    }

    private void AddFixedArrivals(IterationsForInjectSimulation fixedNumber, string at)
    {
        Require(fixedNumber.Rate >= 1, at, $"rate = {fixedNumber.Rate}", "write 1 or more");
        Require(fixedNumber.Iterations >= 1, at, $"iterations = {fixedNumber.Iterations}", "write 1 or more");
        Require(fixedNumber.Interval > TimeSpan.Zero, at, $"interval = {fixedNumber.Interval}", "write a time above 0");
        if (fixedNumber.Rate < 1 || fixedNumber.Iterations < 1) return; // the length of such a simulation could not be computed
        _parts.Add(new SequencePart(new FixedArrivals
        {
            Rate = share.Exactly(fixedNumber.Rate),
            TimeUnit = fixedNumber.Interval,
            Iterations = Math.Max(1, share.Of(fixedNumber.Iterations)),
            PreAllocatedVirtualUsers = Prepared,
            MaxVirtualUserCount = props.MaxUsers,
        }));
    }

    private void AddPause(PauseSimulation pause, string at)
    {
        Require(pause.During >= TimeSpan.Zero, at, $"during = {pause.During}", "write 0 or more");
        _parts.Add(new SequencePart(null, pause.During));
        (_users, _ratePerSecond) = (0, 0);
    }

    private int Prepared => Math.Min(PreparedUsers, Math.Max(1, props.MaxUsers));

    private ArrivalPattern Arrivals => props.HasPoissonArrivals ? ArrivalPattern.Poisson : ArrivalPattern.Uniform;

    private void RequireDuring(TimeSpan during, string at) => Require(during >= Shortest, at, $"during = {during}", "write 1 s or more");

    private void RequireInterval(TimeSpan interval, TimeSpan during, string at) =>
        Require(interval > TimeSpan.Zero && interval <= during, at, $"interval = {interval}", $"write a time above 0 and at most during ({during})");

    private void Require(bool holds, string at, string value, string advice) => problems.Require(holds, at, value, advice);
}
