namespace Dyno.Experiments;

/// <summary>A program under test that is watched for growth from its start until it is asked to end.</summary>
internal sealed class WatchedLaunch(ILaunchedSubject subject, GrowthWatch watch) : ILaunchedSubject
{
    public int? ProcessId => subject.ProcessId;

    public Uri BaseUrl => subject.BaseUrl;

    public ImmutableArray<Uri> Addresses => subject.Addresses;

    public string? CertificateFile => subject.CertificateFile;

    public TimeSpan TimeToReady => subject.TimeToReady;

    public TimeSpan? FirstRequest { get => subject.FirstRequest; set => subject.FirstRequest = value; }

    public Task Ended => subject.Ended;

    public string? GoneBecause => subject.GoneBecause;

    public SubjectRecord Record() => subject.Record();

    public Task<ISubjectWatch> WatchAsync(ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation) =>
        subject.WatchAsync(observe, services, cancellation);

    public async Task StopAsync()
    {
        await watch.EndAsync(); // the last snapshot needs the program
        await subject.StopAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await watch.DisposeAsync();
        await subject.DisposeAsync();
    }
}
