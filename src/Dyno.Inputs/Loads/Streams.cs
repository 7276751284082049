namespace Dyno.Inputs;

/// <summary>The meaning of <c>--streams</c>: <c>-c</c> then counts connections, and each connection carries this many requests at once.</summary>
internal static class Streams
{
    /// <summary>The virtual users: connections times streams.</summary>
    public static int Times(int connections, int streams, ProblemList problems)
    {
        var users = (long)connections * Math.Max(1, streams);
        if (users <= LoadShape.MaxConnections) return (int)users;
        problems.Add("--streams", $"{connections} connections with {streams} streams each are {users:N0} requests in flight", $"use at most {LoadShape.MaxConnections:N0} in all");
        return 1;
    }

    /// <summary>Refuses <c>--streams</c> where no request speaks HTTP/2.</summary>
    public static void Check(LoadRequest request, ImmutableArray<RequestGroup> lanes, ProblemList problems)
    {
        if (request.Streams is not null && !lanes.Any(l => l.Version == HttpVersionChoice.Http2))
            problems.Add("--streams", "applies only to HTTP/2, which no request uses",
                "add --http2 (in an experiment: http2: true), or leave it out");
    }

    /// <summary>The number of workers among which whole connections can be divided: a connection belongs to one worker.</summary>
    public static int Workers(LoadRequest request, int workers, LoadShape shape)
    {
        if (request.Streams is not { } streams || shape.Connections is not { } users) return workers;
        var connections = Math.Max(1, users / streams);
        while (connections % workers != 0) workers--;
        return workers;
    }
}
