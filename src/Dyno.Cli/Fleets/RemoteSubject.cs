namespace Dyno.Cli;

/// <summary>A program under test on another machine, with the same interface as a program on this machine.</summary>
/// <param name="completed">Adds to the program's record what only this machine knows.</param>
internal sealed class RemoteSubject(FleetSubject subject, string agent, Func<SubjectRecord, SubjectRecord> completed) : ILaunchedSubject
{
    public int? ProcessId => subject.ProcessIdHere;

    public Uri BaseUrl => Addresses[0];

    public ImmutableArray<Uri> Addresses => subject.Up.Addresses;

    public string? CertificateFile => null;

    public TimeSpan TimeToReady => TimeSpan.FromSeconds(subject.Up.Record?.TimeToReadySeconds ?? 0);

    public TimeSpan? FirstRequest { get; set; }

    public Task Ended => subject.Ended;

    public string? GoneBecause => subject.GoneBecause;

    public SubjectRecord Record() => completed((subject.Last.Record ?? subject.Up.Record!) with
    {
        On = agent,
        FirstRequestSeconds = FirstRequest?.TotalSeconds,
        OutputFile = null, // the file is deleted with the agent's folder
    });

    public async Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation)
    {
        await subject.AskAsync(SubjectOrders.Watch + observe, SubjectReportKind.Watched, cancellation);
        return new Watch(subject);
    }

    public Task StopAsync() => subject.StopAsync();

    public ValueTask DisposeAsync() => subject.DisposeAsync();

    /// <summary>The other machine takes a sample each second. This watch tells it when the measurement begins and ends.</summary>
    private sealed class Watch(FleetSubject subject) : ISubjectWatch, IServerProbe
    {
        private long? _workingSet;

        public IServerProbe Probe => this;

        public ImmutableArray<ServiceObservation> Services => [];

        public long? MethodsCompiled => subject.Latest?.MethodsCompiled;

        public ServerMoment? Latest => subject.Latest?.Moment;

        public void Begin() => subject.Tell(SubjectOrders.Begin);

        public void Sample(TimeSpan sinceBegin)
        {
        }

        public async ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation) => await subject.ReadCpuAsync(cancellation);

        public async ValueTask<ServerObservation?> EndAsync(long requests) =>
            (await subject.AskAsync(FormattableString.Invariant($"{SubjectOrders.End}{requests}"), SubjectReportKind.Measured, CancellationToken.None))?.Server;

        public async Task<ImmutableArray<long?>> ServedAsync(CancellationToken cancellation)
        {
            var counted = await subject.AskAsync(SubjectOrders.Count, SubjectReportKind.Counted, cancellation);
            _workingSet = counted?.WorkingSetBytes;
            return counted?.Served ?? [.. Enumerable.Repeat<long?>(null, subject.Up.Addresses.Length)];
        }

        public long? WorkingSetNow() => _workingSet;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
