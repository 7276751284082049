namespace Dyno.Inputs;

/// <summary>Requests as a load: a URL, a file of one of the kinds that <see cref="InputReader"/> reads, a curl command line.</summary>
public sealed class RequestLoad(LoadRequest request) : ILoad
{
    public string Kind => "requests";

    /// <summary>True for every target: a target that no other kind of load takes is a URL, or a file that the readers recognise or refuse.</summary>
    public bool Takes(string target) => true;

    public async Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation) =>
        // In its own task, because a reader may wait for a pipe forever.
        await Task.Run(() => Open(opening), cancellation).WaitAsync(cancellation);

    /// <summary>Reads only the plan.</summary>
    /// <param name="opening">Where the load goes.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public TestPlan Read(LoadOpening opening) => Open(opening).Plan;

    /// <summary>Reads only the requests of one pass, to send each request by itself, without a load.</summary>
    /// <param name="opening">Where the requests go.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once; or a login failed.</exception>
    public Task<ImmutableArray<HttpRequestPlan>> ReadRequestsAsync(LoadOpening opening, CancellationToken cancellation) =>
        InputReader.ReadRequestsAsync(RequestOf(opening), cancellation);

    private OpenRequests Open(LoadOpening opening)
    {
        var asked = RequestOf(opening);
        var warnings = new List<Problem>();
        var plan = InputReader.Read(asked, warnings);
        plan = opening.Shape?.ApplyTo(plan) ?? plan;
        return new OpenRequests(opening.Name is { } name ? plan with { Name = name } : plan, asked, [.. warnings.Select(w => w.ToString())]);
    }

    private LoadRequest RequestOf(LoadOpening opening) => request with
    {
        Target = opening.Path.Length > 0 ? opening.Path : request.Target,
        RebaseTo = opening.BaseUrl ?? request.RebaseTo,
        Instances = opening.Instances.IsEmpty ? request.Instances : opening.Instances,
        CaFile = opening.CertificateFile ?? request.CaFile,
        Seed = opening.Seed ?? request.Seed,
    };

    private sealed class OpenRequests(TestPlan plan, LoadRequest asked, ImmutableArray<string> warnings) : IOpenLoad
    {
        public TestPlan Plan => plan;

        public ImmutableArray<string> Warnings => warnings;

        public async Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions options) => [await Runner.RunAsync(plan, options)];

        public Task<FinishedLoad> FinishAsync(RunResult result) => Task.FromResult(new FinishedLoad(result));

        public Task<string> InspectAsync() => Task.FromResult((InputReader.Inspect(asked) with { Warnings = warnings }).ToJson());

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
