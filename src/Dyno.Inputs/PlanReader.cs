using System.Collections.Immutable;
using Dyno.Http;
using Dyno.Http.Requests;
using Dyno.Inputs.Feeds;
using Dyno.Inputs.Loads;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;
using Dyno.Load.Executors;
using Dyno.Load.Plans;
using Dyno.Results;

namespace Dyno.Inputs;

/// <summary>The steps from a command line to a plan.</summary>
internal static class PlanReader
{
    /// <summary>The plan; null when there are problems.</summary>
    public static TestPlan? Read(LoadRequest request, ProblemList problems)
    {
        var data = FeedChoice.OfCommandLine(request, problems);
        var set = RequestSetReader.Read(request, data?.Feed?.Columns ?? [], problems);
        UnsetVariables.Refuse(set, problems);
        var shape = LoadShape.Read(request, set.Settings, problems);
        var options = HttpSettings.Read(request, set.Settings, problems);
        options = options with { Feed = FeedChoice.Of(data, request, set.Settings, problems) };
        shape = UniqueRows.Fit(shape, options.Feed, problems);
        var headers = HeaderList.FromOptions(request.Headers, problems);
        var limits = HealthLimitReader.Read(request.HealthLimits, problems);
        if (problems.Count > 0) return null;
        set = OnlyPath(request, set, problems);
        if (problems.Count > 0) return null;
        if (options.RandomOrder) options = options with { FixedFirst = set.Requests.Count(r => r.KeepsPlace) };
        var requests = RequestNames.MakeUnique(
            set.InOrder(options.RandomOrder).Select(r => Prepare(r.Plan, headers, request.RebaseTo)));
        if (options.Feed is { } feed) FeedSlots.Check(requests, feed, new(problems, set.Source));
        if (problems.Count > 0) return null;
        if (Workload(requests, options, set, problems) is not { } workload) return null;
        var plan = Plan(request, set, shape, workload, ExecutorChoice.For(shape, options.Delay, problems)) with { HealthLimits = limits };
        foreach (var problem in PlanRules.ProblemsOf(plan)) problems.Add(set.Source, problem.ToString());
        ThresholdTags.Check(plan, problems);
        return plan;
    }

    /// <summary>The requests of one pass, as they are sent; empty when there are problems.</summary>
    public static ImmutableArray<HttpRequestPlan> ReadRequests(LoadRequest request, ProblemList problems)
    {
        var set = OnlyPath(request, RequestSetReader.Read(request, [], problems), problems);
        var headers = HeaderList.FromOptions(request.Headers, problems);
        return problems.Count > 0 ? [] : RequestNames.MakeUnique(set.InOrder(random: false).Select(r => Prepare(r.Plan, headers, request.RebaseTo)));
    }

    private static RequestSet OnlyPath(LoadRequest request, RequestSet set, ProblemList problems)
    {
        if (request.OnlyPath is not { } path || problems.Count > 0) return set;
        var kept = set with { Requests = [.. set.Requests.Where(r => r.Plan.Url.AbsolutePath == path)] };
        if (kept.Requests.IsEmpty)
            problems.Add(set.Source, $"no request has the path {path}",
                $"write one of these: {string.Join(", ", set.Requests.Select(r => r.Plan.Url.AbsolutePath).Distinct())}");
        return kept;
    }

    private static TestPlan Plan(
        LoadRequest request, RequestSet set, LoadShape shape, IWorkload workload, ExecutorPlan executor) => new()
        {
            Name = set.Name,
            InputKind = set.InputKind,
            Source = set.Source,
            Scenarios =
            [
                new ScenarioPlan { Name = "default", Executor = executor, Workload = workload, GracefulStop = shape.GracefulStop },
            ],
            WarmUp = shape.WarmUp,
            Workers = Math.Min(shape.Workers, executor.MaxVirtualUsers),
            WaitStrategy = request.Wait ?? default,
            Segment = shape.Segment,
            Seed = request.Seed ?? Entropy.Seed(),
            Thresholds = shape.Thresholds,
            Options = SetOptions.Of(request),
        };

    private static HttpRequestPlan Prepare(HttpRequestPlan request, ImmutableArray<HeaderField> headers, Uri? subject) =>
        request with
        {
            Headers = HeaderList.Override(request.Headers, headers),
            Url = subject is null ? request.Url : TargetUrl.Rebase(request.Url, subject),
        };

    private static IWorkload? Workload(
        ImmutableArray<HttpRequestPlan> requests, HttpOptions options, RequestSet set, ProblemList problems)
    {
        try
        {
            return HttpWorkload.Create(requests, options);
        }
        catch (LoadException refused)
        {
            problems.Add(set.Source, refused.Message, refused.Hint);
            return null;
        }
    }
}
