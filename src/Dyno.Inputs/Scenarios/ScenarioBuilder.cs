using System.Collections.Immutable;
using Dyno.Http;
using Dyno.Http.Requests;
using Dyno.Http.Sequences;
using Dyno.Inputs.Feeds;
using Dyno.Inputs.Loads;
using Dyno.Inputs.Requests;
using Dyno.Load.Executors;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Scenarios;

/// <summary>From lanes to scenarios with their workloads.</summary>
/// <param name="set">What the reader found.</param>
/// <param name="request">The command line.</param>
/// <param name="headers">Of the command line, for every request.</param>
/// <param name="options">How to send.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class ScenarioBuilder(
    RequestSet set, LoadRequest request, ImmutableArray<HeaderField> headers, HttpOptions options, ProblemList problems)
{
    private readonly SourcePlace _place = new(problems, set.Source);

    /// <summary>The scenarios, one per lane; fewer when there are problems.</summary>
    public ImmutableArray<ScenarioPlan> Build(ImmutableArray<Lane> lanes, LoadShape shape)
    {
        var isWeighted = set.Requests.Any(r => r.Weight is not null);
        CheckTogether(lanes, isWeighted);
        var shapes = LaneLoad.Share(shape, lanes, isWeighted);
        var workloads = lanes.Select(lane => Workload(lane, isWeighted)).ToList();
        if (problems.Count > 0) return [];
        return [.. lanes.Select((lane, i) => new ScenarioPlan
        {
            Name = lane.Name,
            Executor = Executor(lane, shapes[i]),
            Workload = workloads[i]!,
            GracefulStop = shape.GracefulStop,
        })];
    }

    private void CheckTogether(ImmutableArray<Lane> lanes, bool isWeighted)
    {
        if (lanes.Length > 1 && options.Feed?.Order == FeedOrder.Unique)
            lanes[^1].Requests[0].In(_place).Problem("static and dependent requests would each use rows that may be used once", "write another --data-order, or load one kind of them with --request");
        if (isWeighted && lanes is [{ IsSequence: true }])
            lanes[0].Requests.First(r => r.Weight is not null).In(_place).Warning("weights have no effect: the requests depend on each other and are sent in order");
    }

    private ExecutorPlan Executor(Lane lane, LoadShape shape)
    {
        var executor = ExecutorChoice.For(shape, options.Delay, problems);
        return lane.IsSequence && executor is MaxThroughput loop
            ? new ConstantVus { VirtualUsers = loop.Connections, Duration = loop.Duration }
            : executor;
    }

    private IWorkload? Workload(Lane lane, bool isWeighted)
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
            if (lane.IsSequence) return Sequence(lane, own);
            var plans = lane.Requests.Select(r => RequestCompiler.Compile(r, _place)).OfType<HttpRequestPlan>().Select(Prepare).ToImmutableArray();
            if (problems.Count > before) return null;
            if (own.Feed is { } feed && !set.Requests.Any(r => r.Sources.Any(s => s is Dyno.Http.Templates.FeedColumn)))
                FeedSlots.Check(plans, [.. lane.Requests.Select(r => r.In(_place))], feed);
            return problems.Count > before ? null : HttpWorkload.Create(plans, own);
        }
        catch (UserFault refused)
        {
            lane.Requests[0].In(_place).Problem(refused.Message, refused.Hint);
            return null;
        }
    }

    private SequenceWorkload? Sequence(Lane lane, HttpOptions own)
    {
        foreach (var draft in lane.Requests)
            if (draft.Version is HttpVersionChoice.Http2 or HttpVersionChoice.Http3 && request.HttpVersion is null)
                draft.In(_place).Problem("a request that depends on others is sent over HTTP/1.1", "write HTTP/1.1 in its request line, or nothing");
        return problems.Count > 0 ? null : new SequenceWorkload([.. lane.Requests.Select(d => DependentCompiler.Compile(d, headers, request.RebaseTo))], own);
    }

    private HttpRequestPlan Prepare(HttpRequestPlan plan) => plan with
    {
        Headers = HeaderList.Override(plan.Headers, headers),
        Url = request.RebaseTo is { } subject ? TargetUrl.Rebase(plan.Url, subject) : plan.Url,
    };
}
