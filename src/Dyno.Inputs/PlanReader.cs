namespace Dyno.Inputs;

/// <summary>A plan, and the requests that it was made of.</summary>
internal sealed record ReadPlan(TestPlan Plan, RequestSet Set, ImmutableArray<RequestGroup> Lanes);

/// <summary>The steps from a command line to a plan.</summary>
internal static class PlanReader
{
    /// <summary>The plan; null when there are problems.</summary>
    public static ReadPlan? Read(LoadRequest request, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var data = FeedChoice.OfCommandLine(request, problems);
        var set = RequestSetReader.Read(request, data is null ? [] : data.Columns, problems);
        if (data is not { Columns.IsDefault: true }) UnsetVariables.Refuse(set, problems);
        GivenVariables.SayUnused(set, request.Variables, problems);
        var shape = LoadShape.Read(request, set.Settings, problems);
        if (request.Streams is { } streams) shape = shape with { Connections = Streams.Times(shape.Connections ?? 1, streams, problems) };
        var options = HttpSettings.Read(request, set.Settings, problems);
        (shape, var feed) = UniqueRows.Fit(shape, FeedChoice.Of(data, request, set.Settings, problems), problems);
        options = options with { Feed = feed };
        var headers = HeaderList.FromOptions(request.Headers, problems);
        var limits = HealthLimitReader.Read(request.HealthLimits, problems);
        set = TokenLogins.TakeOut(set, request, ColumnsOf(options.Feed), problems);
        set = RequestSelection.Of(set, request, problems);
        if (problems.Count > 0) return null;
        set = set with { Requests = SpokenVersion.Decide(set.Requests, request, new SourcePlace(problems, set.Source)) };
        WebSocketTarget.Check(request, set.Requests, problems);
        var lanes = LanePlanner.Split(RequestNames.MakeUnique(set.InOrder(options.RandomOrder)), request.HttpVersion);
        Streams.Check(request, lanes, problems);
        var tokens = TokenLogins.Complete(set, request, headers, options);
        var scenarios = new ScenarioBuilder(set, request, headers, options, problems).Build(lanes, shape);
        if (problems.Count > 0) return null;
        var plan = Plan(request, set, shape, scenarios) with
        {
            HealthLimits = limits,
            Thresholds = ThresholdsOf(shape, lanes),
            Companions = [.. tokens],
        };
        foreach (var token in tokens) token.AllowFor(TokenLogins.Users(set, scenarios.Max(s => s.Executor.MaxVirtualUsers), options.Feed));
        foreach (var problem in PlanRules.ProblemsOf(plan)) problems.Add(set.Source, problem.ToString());
        ThresholdTags.Check(plan, problems);
        return new ReadPlan(plan, set, lanes);
    }

    /// <summary>The server of each request of one pass; empty when there are problems.</summary>
    public static ImmutableArray<RequestServer> ReadServers(LoadRequest request, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var data = FeedChoice.OfCommandLine(request, problems);
        var set = ReadSelected(request, data is null ? [] : data.Columns, problems);
        if (problems.Count > 0) return [];
        var requests = RequestNames.MakeUnique(set.InOrder(random: false));
        return [.. requests.Select(draft => RequestServer.Of(draft, request.RebaseTo)), .. TokenLogins.Servers(set, request)];
    }

    /// <summary>
    /// The requests of one pass that need no earlier answer, as they are sent, each generated value replaced by an example; empty when
    /// there are problems.
    /// </summary>
    public static ImmutableArray<HttpRequestPlan> ReadRequests(LoadRequest request, int? line, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var (set, _) = ReadWithTokens(request, problems);
        return problems.Count > 0 ? [] : ReadRequests(set, request, line, problems);
    }

    /// <summary>The input with its logins, for requests that are sent one by one.</summary>
    public static (RequestSet Set, ImmutableArray<TokenSet> Tokens) ReadWithTokens(LoadRequest request, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var set = ReadSelected(request, [], problems);
        var options = HttpSettings.Read(request, set.Settings, problems);
        return problems.Count > 0 ? (set, []) : (set, TokenLogins.Complete(set, request, HeaderList.FromOptions(request.Headers, problems), options));
    }

    /// <inheritdoc cref="ReadRequests(LoadRequest, int?, ProblemList)"/>
    public static ImmutableArray<HttpRequestPlan> ReadRequests(RequestSet set, LoadRequest request, int? line, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var headers = HeaderList.FromOptions(request.Headers, problems);
        var place = new SourcePlace(problems, set.Source);
        var plans = RequestNames.MakeUnique(set.InOrder(random: false)).Where(r => line is null || r.Line == line)
            .Where(r => !r.Needs.Any() && r.Grpc is null && r.WebSocket is null)
            .Select(r => (Plan: RequestCompiler.Compile(r.WithExamples(), place), Address: r.Instance is { } number && number <= request.Instances.Length
                ? request.Instances[number - 1] : request.RebaseTo));
        return [.. plans.Where(p => p.Plan is not null).Select(p => Prepare(p.Plan!, headers, p.Address))];
    }

    /// <summary>A request of a file, after the requests whose answers it needs.</summary>
    public static ImmutableArray<DependentRequest> ReadChain(LoadRequest request, int? line, ProblemList problems)
    {
        request = GivenServer.Of(request, problems);
        var (set, _) = ReadWithTokens(request, problems);
        var headers = HeaderList.FromOptions(request.Headers, problems);
        if (problems.Count > 0) return [];
        var drafts = RequestNames.MakeUnique(set.InOrder(random: false)).Where(r => r.Grpc is null && r.WebSocket is null).ToList();
        if (drafts.FindLast(r => line is null || r.Line == line) is not { } wanted) return [];
        List<RequestDraft> chain = [wanted];
        // Requests stand below those whose answers they need.
        foreach (var draft in drafts.Take(drafts.IndexOf(wanted)).Reverse())
            if (draft.Label is { } label && chain.Exists(r => r.Needs.Contains(label))) chain.Insert(0, draft);
        return [.. chain.Select(r => DependentCompiler.Compile(r, headers, r.Instance is { } number && number <= request.Instances.Length
            ? request.Instances[number - 1] : request.RebaseTo))];
    }

    // The requests that are sent: those that were asked for, without logins.
    private static RequestSet ReadSelected(LoadRequest request, ImmutableArray<string> columns, ProblemList problems) =>
        RequestSelection.Of(TokenLogins.TakeOut(RequestSetReader.Read(request, columns, problems), request, columns, problems), request, problems);

    private static ImmutableArray<string> ColumnsOf(DataFeed? feed) => feed?.Columns ?? [];

    // Thresholds on single requests use the names under which these requests are reported.
    private static ImmutableArray<Threshold> ThresholdsOf(LoadShape shape, ImmutableArray<RequestGroup> lanes) =>
        [.. shape.Thresholds, .. lanes.SelectMany(l => l.Requests).SelectMany(r => r.Thresholds.Select(t => RequestThresholds.For(t, r.Name!)))];

    private static TestPlan Plan(
        LoadRequest request, RequestSet set, LoadShape shape, ImmutableArray<ScenarioPlan> scenarios) => new()
        {
            Name = set.Name,
            InputKind = set.InputKind,
            Source = set.Source,
            Scenarios = scenarios,
            WarmUp = shape.WarmUp,
            Workers = Streams.Workers(request, Math.Min(shape.Workers, scenarios.Min(s => s.Executor.MaxVirtualUsers)), shape),
            WaitStrategy = request.Wait ?? default,
            Segment = shape.Segment,
            Seed = request.Seed ?? Entropy.Seed(),
            Options = SetOptions.Of(request),
        };

    private static HttpRequestPlan Prepare(HttpRequestPlan request, ImmutableArray<HeaderField> headers, Uri? subject) =>
        request with
        {
            Headers = HeaderList.Override(request.Headers, headers),
            Url = subject is null ? request.Url : TargetUrl.Rebase(request.Url, subject),
        };
}
