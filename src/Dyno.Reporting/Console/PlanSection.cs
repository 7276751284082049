namespace Dyno.Reporting;

/// <summary>The plan of the run: target, load model in words, sender, and the program under test.</summary>
internal static class PlanSection
{
    public static IRenderable? Of(RunResult result, ReportStyle style, int most)
    {
        var rows = new List<(string, IRenderable)> { ("Target", Target(result.Plan, style.IsFull)) };
        rows.AddRange(ModelInWords.Of(result).Take(most - 1).Select((text, index) => (index == 0 ? "Model" : "", (IRenderable)Line.Of(text))));
        if (!style.IsFull && most > 1 && result.Fleet is { } machines) rows.Add(("Fleet", Line.Of(FleetInWords.Short(machines))));
        if (!style.IsFull) return ConsoleSection.Rows(rows);
        if (result.Subject is { } subject) rows.Add(("Subject", Subject(subject, result.Generator)));
        rows.Add(("Run", Line.Of(Sender(result)).Quiet($"; {Merged(result)}{result.Id}, dyno {Version(result.Tool)}")));
        if (result.Fleet is { } fleet) rows.AddRange(FleetInWords.Of(fleet).Select((text, index) => (index == 0 ? "Fleet" : "", (IRenderable)Line.Of(text))));
        if (!result.LeftOut.IsDefaultOrEmpty) rows.AddRange(result.LeftOut.Select((text, index) => (index == 0 ? "Left out" : "", (IRenderable)new Line().Quiet(text))));
        return ConsoleSection.Rows(rows);
    }

    private static Line Target(PlanRecord plan, bool isFull)
    {
        var steps = plan.Scenarios.SelectMany(scenario => scenario.Steps).Where(step => !step.IsPart).ToList();
        if (steps is [var only]) return new Line().Strong($"{only.Method} {only.Url}".Trim()).Quiet(plan.InputKind == "url" ? "" : $" ({plan.Source})");
        // A script decides itself which requests it sends, and its scenarios may send the same ones.
        var count = plan.InputKind == "k6" ? FigureText.Count(steps.DistinctBy(step => step.Name).Count(), "request")
            : plan.Scenarios.Length == 1 ? $"{FigureText.Count(steps.Count, "request")} in turn"
            : string.Join(" beside ", plan.Scenarios.Select(scenario => $"{scenario.Name}: {FigureText.Count(scenario.Steps.Count(step => !step.IsPart), "request")} in turn"));
        return new Line().Strong(plan.Source).Quiet($" ({count}{(isFull ? Hosts(steps) : "")})");
    }

    private static string Hosts(IEnumerable<StepRecord> steps)
    {
        var hosts = steps.Select(step => Uri.TryCreate(step.Url, UriKind.Absolute, out var url) ? url.GetLeftPart(UriPartial.Authority) : "")
            .Where(host => host.Length > 0).Distinct().ToList();
        return hosts.Count == 0 ? "" : $", to {string.Join(", ", hosts)}";
    }

    private static Line Subject(SubjectRecord subject, GeneratorRecord generator)
    {
        var line = Line.Of(subject.Source);
        if (subject.Framework is { } framework) line.Plain($" ({framework})");
        if (subject.On is { } agent) line.Plain($", on agent {agent}");
        if (subject.TimeToReadySeconds is { } ready) line.Plain($", ready after {FigureText.Time(ready * 1e9)}");
        line.Plain(subject.CpuSet is { } cpus ? $", on CPU {cpus}" : ", not pinned");
        if (generator.CpuSet is { } own) line.Plain($" (generator on CPU {own})");
        if (subject.ExitCode is { } code) line.Bad($"; the program ended during the run with exit code {code}");
        return subject.PinningNote is { } note ? line.Doubtful($"; {note}") : line;
    }

    private static string Sender(RunResult result)
    {
        var drivers = string.Join(", ", result.Plan.Scenarios.Select(scenario => scenario.Driver).Distinct());
        var protocols = result.Environment.NegotiatedProtocols;
        var spoken = protocols.IsDefaultOrEmpty ? "" : $", {string.Join(", ", protocols)}";
        var segment = result.Plan.ExecutionSegment is { } share ? $", share {share} of the plan" : "";
        return $"{drivers} driver, {FigureText.Count(result.Plan.Workers, "worker")}{spoken}{segment}";
    }

    private static string Merged(RunResult result) =>
        result.MergedRuns.IsDefaultOrEmpty ? "" : $"{FigureText.Count(result.MergedRuns.Length, "run")} merged, ";

    private static string Version(ToolRecord tool) => tool.Version.Split('+')[0];
}
