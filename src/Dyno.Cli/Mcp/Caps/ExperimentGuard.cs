namespace Dyno.Cli;

/// <summary>Reads an experiment before anything is built, and finds what the caps do not allow.</summary>
internal sealed class ExperimentGuard(AgentCaps caps)
{
    private readonly LoadGuard _loads = new(caps);
    private readonly PlaceGuard _places = new(caps);

    /// <summary>The reasons against an experiment; empty when there are none.</summary>
    /// <param name="most">The time after which it ends in any case; null: when its rounds are done.</param>
    /// <exception cref="Dyno.Results.UserFault">The experiment is wrong.</exception>
    public IEnumerable<string> Refusals(ExperimentPlan plan, TimeSpan? most)
    {
        var reasons = OfParts(plan).Concat(plan.Variants.SelectMany(OfVariant)).Distinct().ToList();
        if (reasons.Count > 0) return reasons;
        reasons.AddRange(plan.Sweep is { } sweep ? OfSweep(sweep) : []);
        if (reasons.Count == 0 && OfTime(plan, most) is { } tooLong) reasons.Add(tooLong);
        return reasons;
    }

    private IEnumerable<string> OfParts(ExperimentPlan plan)
    {
        if (plan.Fleet is not null) yield return "an experiment on a fleet sends from other machines, which no cap here reaches: the person can run it with dyno compare";
        if (plan.Services.Length > 0 && !caps.AllowsCode) yield return LoadGuard.Code("an experiment with services");
    }

    private IEnumerable<string> OfVariant(VariantPlan variant)
    {
        var subject = variant.Subject;
        if (subject is { Command.Length: > 0 } or { Properties.Count: > 0 } or { Directory: not null } && !caps.AllowsCode)
            yield return LoadGuard.Code($"{variant.Name}, with a command, a directory or properties of its build,");
        if (subject.Project is { } project && _places.OfSubject(project) is { } outside) yield return outside;
        if (subject.Url is { } url && !caps.Allows(url.Host))
            yield return $"{url.Host} is not this machine: start the API here, or name its project; {LoadGuard.Person($"--allow-host {url.Host}")}";
        if (subject.Url is { } server && !AgentCaps.IsThisMachine(server.Host) && variant.Shape.Rate is null)
            yield return $"a load on {server.Host} needs a rate: without one it sends as fast as that machine answers";
        if (variant.Shape.Connections is { } connections && _loads.OfConnections(connections) is { } many) yield return many;
        if (RateText.TryParse(variant.Shape.Rate, out var rate, out var unit) && _loads.OfRate(rate / unit.TotalSeconds) is { } fast) yield return fast;
        foreach (var reason in _loads.Refusals(LoadOf(variant), hasSubject: true, longest: null)) yield return reason;
    }

    // Every request of a trial goes to the server of its variant, whatever host the load names.
    private static LoadRequest LoadOf(VariantPlan variant) => new()
    {
        Target = variant.Load,
        OnlyPath = variant.Path,
        Rate = variant.Shape.Rate,
        Connections = variant.Shape.Connections,
        Method = variant.Shape.Method,
        Body = variant.Shape.Body,
        HttpEnvironment = variant.Shape.HttpEnvironment,
        Auth = variant.Shape.Auth,
        ProtoFiles = variant.Shape.ProtoFiles,
        ImportPaths = variant.Shape.ImportPaths,
    };

    private IEnumerable<string> OfSweep(SweepPlan sweep)
    {
        var highest = sweep.Values.IsEmpty ? sweep.To : sweep.Values.Max();
        var reason = sweep.Over.Kind switch { SweepKind.Rate => _loads.OfRate(highest), SweepKind.Connections => _loads.OfConnections(highest), _ => null };
        return reason is null ? [] : [reason];
    }

    private string? OfTime(ExperimentPlan plan, TimeSpan? most)
    {
        var length = Experiment.ForecastUnread(plan).Length;
        if (most < length) length = most.Value;
        if (length <= caps.LongestExperiment) return null;
        var shorter = plan.Sweep is null ? "give for, or fewer rounds and a shorter duration" : "give a shorter duration and warmup, fewer trials, and a narrower range in over";
        var minutes = Math.Ceiling(length.TotalMinutes);
        return $"this takes about {minutes:0} min, and {DurationText.Format(caps.LongestExperiment)} is the most here: {shorter}; {LoadGuard.Person($"--max-time {minutes:0}m")}";
    }
}
