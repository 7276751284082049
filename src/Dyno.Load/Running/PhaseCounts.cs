namespace Dyno.Load;

/// <summary>Sums over the lanes of a phase. The sums may be computed while the workers run; they are then at most a few requests behind.</summary>
internal sealed record PhaseCounts
{
    public long Requests { get; private set; }

    public long FailedRequests { get; private set; }

    public long Iterations { get; private set; }

    public long DroppedIterations { get; private set; }

    public long InterruptedIterations { get; private set; }

    public long CutAtEnd { get; private set; }

    /// <summary>
    /// Iterations of <see cref="CutAtEnd"/> whose scenario has a graceful stop above 0. With a graceful stop of 0 the user asked for the
    /// cut.
    /// </summary>
    public long CutUnasked { get; private set; }

    public long ThrownIterations { get; private set; }

    public long LateStarts { get; private set; }

    /// <summary>Starts due so far in open scenarios, dropped ones included.</summary>
    public long PlannedStarts { get; private set; }

    /// <summary>Starts of open scenarios that were dropped.</summary>
    public long DroppedStarts { get; private set; }

    public bool HasOpen { get; private set; }

    public long Redirects { get; private set; }

    public long ConnectionsOpened { get; private set; }

    public long Reconnects { get; private set; }

    public long Resends { get; private set; }

    public long BytesSent { get; private set; }

    public long BytesReceived { get; private set; }

    public int Active { get; private set; }

    public int MaxActive { get; private set; }

    public long CheckPasses { get; private set; }

    public long CheckFails { get; private set; }

    public static PhaseCounts Of(ImmutableArray<Lane> lanes)
    {
        var sum = new PhaseCounts();
        foreach (var lane in lanes) sum.Add(lane);
        return sum;
    }

    private void Add(Lane lane)
    {
        var recorder = lane.Recorder;
        Iterations += recorder.Iterations;
        DroppedIterations += recorder.DroppedIterations;
        InterruptedIterations += recorder.InterruptedIterations;
        CutAtEnd += recorder.CutAtEnd;
        if (lane.Plan.GracefulStop > TimeSpan.Zero) CutUnasked += recorder.CutAtEnd;
        ThrownIterations += recorder.ThrownIterations;
        LateStarts += recorder.LateStarts;
        Redirects += recorder.Redirects;
        ConnectionsOpened += recorder.ConnectionsOpened;
        Reconnects += recorder.Reconnects;
        Resends += recorder.Resends;
        BytesSent += recorder.BytesSent;
        BytesReceived += recorder.UnaccountedBytes;
        Active += lane.HasEnded ? 0 : recorder.Active;
        MaxActive += recorder.MaxActive;
        AddStarts(lane);
        foreach (var step in lane.Requests) AddStep(step);
        foreach (var passes in recorder.CheckPasses) CheckPasses += passes;
        foreach (var fails in recorder.CheckFails) CheckFails += fails;
    }

    private void AddStarts(Lane lane)
    {
        if (lane.Phase.Scheduler.Pacer is not ArrivalPacer) return;
        HasOpen = true;
        DroppedStarts += lane.Recorder.DroppedIterations;
        PlannedStarts += lane.Recorder.Starts + lane.Recorder.DroppedIterations;
    }

    private void AddStep(StepRecorder step)
    {
        var failed = step.FailedService.Count;
        Requests += step.Service.Count + failed;
        FailedRequests += failed;
        BytesReceived += step.BytesReceived;
    }
}
