using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>The path of virtual users through the requests of a pass: order, rows, delays. Guarded by the worker's lock.</summary>
internal sealed class IterationFlow(HttpSession session, WorkerContext context)
{
    // Seeded per worker, so that a run can be repeated.
    private readonly Random _random = new(unchecked((int)(context.Seed ^ (context.Seed >> 32))));
    private readonly int _steps = session.Requests.Length;
    private readonly FeedRows _rows = session.RowsFor(context);

    /// <summary>The pause after each request.</summary>
    public long DelayNanos { get; } = session.Options.Delay.Ticks * 100;

    /// <summary>Must be called when a phase of the worker begins.</summary>
    public void Begin(WorkerPhase phase) => _rows.Begin(phase);

    public VirtualUserState CreateUser(int index, PortableConnection[] connections) => new(index, connections)
    {
        Order = session.Options.RandomOrder && session.Weighted is null && _steps > 1 ? [.. Enumerable.Range(0, _steps)] : null,
    };

    public void Begin(VirtualUserState user, IterationStart start, long now)
    {
        user.State = UserState.InIteration;
        user.IsCut = false;
        user.Position = 0;
        user.IterationIntended = start.IntendedNanos;
        user.IterationStart = now;
        user.Row = _rows.Take(user.Index);
        if (user.Order is not null) _random.Shuffle(user.Order.AsSpan(session.Options.FixedFirst));
    }

    public bool IsAtEnd(VirtualUserState user) => user.Position == session.PassLength;

    /// <summary>Makes the next request of the pass the current one.</summary>
    public void Next(VirtualUserState user, long due)
    {
        user.Step = session.Weighted?.Draw(_random) ?? user.Order?[user.Position] ?? user.Position;
        user.Position++;
        user.Request = session.Requests[user.Step];
        user.Current = user.Connections[session.OriginOf[user.Step]];
        user.RequestIntended = due;
        user.RequestStart = 0;
        user.Deadline = long.MaxValue;
        user.IsRetried = false;
        user.Trace = default;
    }
}
