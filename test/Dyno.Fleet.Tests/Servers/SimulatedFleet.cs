#pragma warning disable IDE0005 // other projects, which have other usings, compile this file, too
using Dyno.Load;

namespace Dyno.Fleet.Tests;

/// <summary>Agents that only speak: their seconds and results, and a coordinator that takes them as it takes those of real ones.</summary>
internal sealed class SimulatedFleet
{
    private const int RequestsPerSecond = 5_000;
    private readonly FleetKey _key = FleetKey.Create();
    private readonly ImmutableArray<FleetAgent> _agents;
    private readonly ImmutableArray<RunResult> _results;
    private readonly Random _random = new(7);
    private long _second;

    /// <param name="agents">How many.</param>
    /// <param name="result">The result that each of them leaves.</param>
    public SimulatedFleet(int agents, Func<int, RunResult> result)
    {
        _agents = [.. Enumerable.Range(0, agents).Select(i => Agent(i, agents))];
        _results = [.. Enumerable.Range(0, agents).Select(result)];
    }

    /// <summary>Every request that was spoken of.</summary>
    public Histogram Pooled { get; } = new();

    /// <summary>Mean size of an agent's second on the wire.</summary>
    public double BytesPerSecond { get; private set; }

    /// <summary>An agent with an order, from which nothing was heard yet.</summary>
    public static FleetAgent Agent(int index, int of) => new(Share(index, of), 0);

    /// <summary>What the agents say in the next second, sealed.</summary>
    public ImmutableArray<byte[]> Say()
    {
        _second++;
        ImmutableArray<byte[]> said = [.. _agents.Select(agent => Seal(agent, Snapshot()))];
        BytesPerSecond = said.Average(message => message.Length);
        return said;
    }

    /// <summary>Takes it.</summary>
    public RunSnapshot Hear(ImmutableArray<byte[]> said)
    {
        foreach (var (index, message) in said.Index())
            if (_key.TryOpen(SubjectOf(_agents[index]), message, out var content) && FleetJson.Read<ShareReport>(Packing.UnpackMessage(content)) is { } report)
                _agents[index].Hear(report, _second);
        var merged = SnapshotMerge.Of([.. _agents.Select(agent => (agent.Name, agent.Latest!, (IReadOnlyList<RunSnapshot>)[.. agent.Fresh]))]);
        foreach (var agent in _agents) agent.Fresh.Clear();
        return merged;
    }

    /// <summary>The result of all.</summary>
    public RunResult Merge()
    {
        var manifest = new FleetManifest("run", 0, [.. _agents.Select(agent => agent.Share)]);
        return FleetMerge.Of(manifest, [.. _agents.Zip(_results, (agent, result) => (FleetMerge.Record(Record(agent.Share), result), (RunResult?)result))]);
    }

    private static FleetShare Share(int index, int of) => new(new AgentCard
    {
        Name = $"a{index}",
        Session = "0123456789abcdef",
        Tool = ToolRecords.Current,
        Cpus = 8,
        MemoryBytes = 1 << 30,
    }, ExecutionSegment.Equal(index, of).Text, new ClockReading(0, TimeSpan.Zero, TimeSpan.FromMilliseconds(1)));

    private static FleetAgentRecord Record(FleetShare share) => new()
    {
        Name = share.Agent.Name,
        Segment = share.Segment,
        Cpus = share.Agent.Cpus,
        Requests = 0,
        RequestsPerSecond = 0,
        ClockOffsetMillis = 0,
        ClockUncertaintyMillis = 1,
        Messages = 0,
        MessagesMissed = 0,
    };

    private static string SubjectOf(FleetAgent agent) => FleetSubjects.Report("run", agent.Name);

    private byte[] Seal(FleetAgent agent, RunSnapshot snapshot) => _key.Seal(SubjectOf(agent), Packing.PackMessage(FleetJson.Write(new ShareReport
    {
        Kind = ShareReportKind.Snapshot,
        Session = agent.Share.Agent.Session,
        Number = _second,
        Snapshot = snapshot,
    })));

    private RunSnapshot Snapshot()
    {
        var histogram = new Histogram();
        for (var request = 0; request < RequestsPerSecond; request++)
        {
            var nanos = (long)(2e5 * Math.Exp(_random.NextDouble() * 7)); // 200 µs to 200 ms
            histogram.Record(nanos);
            Pooled.Record(nanos);
        }
        return new RunSnapshot
        {
            Phase = RunPhase.Measure,
            Elapsed = TimeSpan.FromSeconds(_second),
            Planned = TimeSpan.FromMinutes(1),
            Requests = RequestsPerSecond * _second,
            FailedRequests = 1,
            RequestsPerSecond = RequestsPerSecond,
            DroppedIterations = 0,
            ActiveVirtualUsers = 5,
            P50Nanos = histogram.ValueAtQuantile(0.5),
            P99Nanos = histogram.ValueAtQuantile(0.99),
            Errors = ImmutableSortedDictionary<string, long>.Empty.Add("timeout", 1),
            Histogram = HdrEncoding.EncodeBase64(histogram),
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
        };
    }
}
