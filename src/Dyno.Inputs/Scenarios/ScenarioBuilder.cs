namespace Dyno.Inputs;

/// <summary>Makes scenarios with their workloads from lanes.</summary>
/// <param name="headers">Headers of the command line, for every request.</param>
internal sealed class ScenarioBuilder(
    RequestSet set, LoadRequest request, ImmutableArray<HeaderField> headers, HttpOptions options, ProblemList problems)
{
    private readonly SourcePlace _place = new(problems, set.Source);

    /// <summary>The scenarios, one per lane; fewer when there are problems.</summary>
    public ImmutableArray<ScenarioPlan> Build(ImmutableArray<RequestGroup> lanes, LoadShape shape)
    {
        var isWeighted = set.Requests.Any(r => r.Weight is not null);
        CheckTogether(lanes, isWeighted);
        CheckInstances(shape);
        var shapes = LaneLoad.Share(shape, lanes, isWeighted);
        ImmutableArray<ScenarioPlan?> scenarios =
            [.. lanes.SelectMany((lane, i) => Shares(lane).Select(share => Scenario(lane, share, shapes[i], isWeighted)))];
        return problems.Count > 0 ? [] : [.. scenarios.Select(s => s!)];
    }

    private ScenarioPlan? Scenario(RequestGroup lane, InstanceShare share, LoadShape shape, bool isWeighted)
    {
        if (Workload(lane, share.Address, isWeighted) is not { } workload) return null;
        return new ScenarioPlan
        {
            Name = lane.Name + share.Suffix,
            Executor = Executor(lane, shape),
            Workload = workload,
            Share = share.Part,
            GracefulStop = shape.GracefulStop,
            TraceUrl = request.TraceUrl,
        };
    }

    // A lane whose requests name their instance is one share; the load of any other lane is divided among the instances.
    private IEnumerable<InstanceShare> Shares(RequestGroup lane) => request.Instances.Length < 2 || lane.Requests.Any(r => r.Instance is not null)
        ? [new InstanceShare(request.RebaseTo, "", ExecutionSegment.Whole)]
        : request.Instances.Select((address, i) => new InstanceShare(address, $" @{i + 1}", ExecutionSegment.Equal(i, request.Instances.Length)));

    private void CheckInstances(LoadShape shape)
    {
        if (request.RebaseTo is null) return;
        var count = Math.Max(1, request.Instances.Length);
        foreach (var draft in set.Requests.Where(r => r.Instance > count))
            draft.In(_place).Problem($"there is no instance {draft.Instance}: the program under test has {count}",
                $"start more with --instances {draft.Instance} (instances: {draft.Instance} in an experiment)");
        if (count == 1) return;
        if (!shape.Segment.IsWhole) problems.Add(set.Source, "a share of the load cannot be divided among instances", "leave --execution-segment out, or load one instance");
        if (options.Feed?.Order == FeedOrder.Unique)
            problems.Add(set.Source, "rows for a single use cannot be divided among instances", "write another --data-order");
    }

    private Uri? AddressOf(RequestDraft draft, Uri? subject) =>
        draft.Instance is { } number && number <= request.Instances.Length ? request.Instances[number - 1] : subject;

    private void CheckTogether(ImmutableArray<RequestGroup> lanes, bool isWeighted)
    {
        if (lanes.Length > 1 && options.Feed?.Order == FeedOrder.Unique)
            lanes[^1].Requests[0].In(_place).Problem("static and dependent requests cannot share rows for a single use", "write another --data-order, or load one kind of them with --request");
        if (isWeighted && lanes is [{ IsSequence: true }])
            lanes[0].Requests.First(r => r.Weight is not null).In(_place).Warning("weights have no effect: the requests depend on each other and are sent in order");
    }

    private ExecutorPlan Executor(RequestGroup lane, LoadShape shape)
    {
        var executor = ExecutorChoice.For(shape, options.Delay, problems);
        return lane.IsSequence && executor is MaxThroughput loop
            ? new ConstantVus { VirtualUsers = loop.Connections, Duration = loop.Duration }
            : executor;
    }

    private IWorkload? Workload(RequestGroup lane, Uri? subject, bool isWeighted)
    {
        var before = problems.Count;
        var own = options with
        {
            Version = lane.Version,
            FixedFirst = options.RandomOrder ? lane.Requests.Count(r => r.KeepsPlace) : options.FixedFirst,
            Weights = isWeighted && !lane.IsSequence ? [.. lane.Requests.Select(r => r.Weight ?? 1)] : [],
        };
        try
        {
            if (lane.IsSequence) return Sequence(lane, subject, own);
            var plans = lane.Requests.Select(r => Prepare(RequestCompiler.Compile(r, _place), AddressOf(r, subject)))
                .OfType<HttpRequestPlan>().ToImmutableArray();
            foreach (var check in plans.Where(p => p.Grpc is null && p.WebSocket is null).SelectMany(p => own.Checks.Concat(p.Checks))
                .Where(c => c.Subject == CheckSubject.Field).Distinct())
                _place.Problem($"a condition on a field needs a gRPC or WebSocket message: \"{InText.Quote(check.Text)}\"", "write a condition on the body: body contains \"…\"");
            if (problems.Count > before) return null;
            foreach (var (plan, draft) in plans.Zip(lane.Requests)) SayCompressed(plan, draft, own);
            if (own.Feed is { } feed && !set.LoginsUseColumns && !set.Requests.Any(r => r.Sources.Any(s => s is Dyno.Http.FeedColumn)))
                FeedSlots.Check(plans, [.. lane.Requests.Select(r => r.In(_place))], feed);
            return problems.Count > before ? null : HttpWorkload.Create(plans, own);
        }
        catch (UserFault refused)
        {
            lane.Requests[0].In(_place).Problem(refused.Message, refused.Hint);
            return null;
        }
    }

    // The wire drivers read a body as it comes, compressed or not; browsers ask for compressed answers, and so do their recordings.
    private void SayCompressed(HttpRequestPlan plan, RequestDraft draft, HttpOptions own)
    {
        if (plan.Grpc is not null || own.Checks.Concat(plan.Checks).FirstOrDefault(c => c.Subject == CheckSubject.Body) is not { } check) return;
        if (HeaderList.Find(plan.Headers, "Accept-Encoding") is not { Length: > 0 } codings || codings.Trim() == "identity") return;
        draft.In(_place).Warning($"\"{InText.Quote(check.Text)}\" fails on a compressed answer: it reads the body as it is sent, and the request has Accept-Encoding: {InText.Quote(codings)}",
            "give -H 'Accept-Encoding: identity'");
    }

    private SequenceWorkload? Sequence(RequestGroup lane, Uri? subject, HttpOptions own)
    {
        foreach (var draft in lane.Requests.Where(_ => request.HttpVersion is null))
            if (draft.Version == HttpVersionChoice.Http3)
                draft.In(_place).Problem("a request that depends on others is not sent over HTTP/3", "write HTTP/2 or HTTP/1.1 in its request line, or no version");
            else if (draft.Version is { } version && version != lane.Version)
                draft.In(_place).Problem("requests that depend on each other must use the same HTTP version", "write the same version in all of their request lines, or in one of them only");
        foreach (var draft in lane.Requests.Where(r => r.WebSocket is not null))
            draft.In(_place).Problem("a WebSocket cannot use the answer of another request",
                "write a k6 script or a load in C#, where code decides the next step");
        if (problems.Count > 0) return null;
        return new SequenceWorkload([.. lane.Requests.Select(d => DependentCompiler.Compile(d, headers, AddressOf(d, subject)))], own);
    }

    private HttpRequestPlan? Prepare(HttpRequestPlan? plan, Uri? subject) => plan is null ? null : plan with
    {
        Headers = HeaderList.Override(plan.Headers, headers),
        Url = subject is null ? plan.Url : TargetUrl.Rebase(plan.Url, subject),
        ShownUrl = subject is null || plan.ShownUrl is null ? plan.ShownUrl : TargetUrl.Rebase(plan.ShownUrl, subject),
    };

    private sealed record InstanceShare(Uri? Address, string Suffix, ExecutionSegment Part);
}
