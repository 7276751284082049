namespace Dyno.Results;

/// <summary>The generated contract of a result that this process made itself; see <see cref="RunResultJson"/>.</summary>
[JsonSerializable(typeof(RunResult))]
[JsonSerializable(typeof(ImmutableArray<IntervalResult>))] // the points that ColumnsConverter serializes
[JsonSerializable(typeof(ImmutableArray<ServerPoint>))]
[JsonSerializable(typeof(ImmutableArray<RuntimePoint>))]
[JsonSerializable(typeof(ImmutableArray<GrowthPoint>))]
internal sealed partial class RunResultContext : JsonSerializerContext;
