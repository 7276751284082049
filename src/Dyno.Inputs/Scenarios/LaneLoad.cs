namespace Dyno.Inputs;

/// <summary>
/// Gives each lane its share of the load. Without weights every request is sent as often as in a pass through the whole file: each lane has
/// the whole rate (or number of iterations), and connections in proportion to its number of requests. With weights the lanes divide rate,
/// iterations and connections by weight.
/// </summary>
internal static class LaneLoad
{
    public static ImmutableArray<LoadShape> Share(LoadShape shape, ImmutableArray<RequestGroup> lanes, bool isWeighted)
    {
        if (lanes.Length == 1) return [shape];
        var sizes = lanes.Select(l => isWeighted ? l.Weight : l.Requests.Length).ToImmutableArray();
        var connections = Split(shape.Connections ?? (shape.Rate is null ? LoadShape.DefaultConnections : null), sizes);
        var iterations = isWeighted ? Split(shape.Iterations, sizes) : [.. lanes.Select(_ => shape.Iterations)];
        return [.. lanes.Select((_, i) => shape with
        {
            Connections = (int?)connections[i],
            Stages = [.. shape.Stages.Select(s => s with { Target = (int)(Split(s.Target, sizes)[i] ?? 0) })],
            Iterations = iterations[i],
            Rate = shape.Rate is { } rate && isWeighted ? (rate.PerTimeUnit * sizes[i] / sizes.Sum(), rate.TimeUnit) : shape.Rate,
        })];
    }

    // Divides a number in proportion to sizes: whole numbers, each at least 1.
    private static ImmutableArray<long?> Split(long? total, ImmutableArray<int> sizes)
    {
        if (total is not { } whole) return [.. sizes.Select(_ => (long?)null)];
        if (whole == 0) return [.. sizes.Select(_ => (long?)0)];
        var sum = sizes.Sum(s => (long)s);
        var shares = sizes.Select(s => (long?)Math.Max(1, whole * s / sum)).ToArray();
        var largest = Array.IndexOf(shares, shares.Max());
        shares[largest] = Math.Max(1, shares[largest]!.Value + whole - shares.Sum()!.Value);
        return [.. shares];
    }
}
