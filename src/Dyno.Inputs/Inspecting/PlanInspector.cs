namespace Dyno.Inputs;

/// <summary>Describes a plan by the lanes from which it was made.</summary>
internal static class PlanInspector
{
    public static PlanInspection Inspect(TestPlan plan, RequestSet set, ImmutableArray<RequestGroup> lanes)
    {
        var isWeighted = set.Requests.Any(r => r.Weight is not null);
        return new PlanInspection
        {
            Name = Redaction.Text(plan.Name),
            InputKind = plan.InputKind,
            Source = Redaction.Url(plan.Source),
            WarmUp = DurationText.Format(plan.WarmUp),
            Workers = plan.Workers,
            Thresholds = [.. plan.Thresholds.Select(t => Redaction.Text(t.ToString()))],
            Scenarios = [.. lanes.Select((lane, i) => Of(plan.Scenarios[i], lane, isWeighted))],
        };
    }

    private static InspectedScenario Of(ScenarioPlan scenario, RequestGroup lane, bool isWeighted) => new()
    {
        Name = scenario.Name,
        Driver = scenario.Workload.Driver,
        Executor = scenario.Executor.Name,
        Parameters = scenario.Executor.Parameters,
        Iteration = IterationOf(lane, isWeighted),
        Checks = scenario.Workload.Checks,
        Requests = [.. lane.Requests.Select((r, i) => Of(r, lane, lane.Reasons[i], scenario.Workload.Driver, isWeighted))],
    };

    private static string IterationOf(RequestGroup lane, bool isWeighted)
    {
        var count = lane.Requests.Length == 1 ? "its request" : $"its {lane.Requests.Length} requests in order";
        if (lane.IsSequence) return $"one virtual user sends {count}, with its own cookies";
        return isWeighted && lane.Requests.Length > 1 ? "one request, drawn by weight" : $"one pass: {count}";
    }

    private static InspectedRequest Of(RequestDraft request, RequestGroup lane, string why, string driver, bool isWeighted) => new()
    {
        Name = Redaction.Text(request.Name!),
        Line = request.Line,
        Method = request.Method,
        Url = Redaction.Url(VariableValue.Shown(request.Url).Written),
        Version = lane.Version switch { HttpVersionChoice.Http2 => "HTTP/2", HttpVersionChoice.Http3 => "HTTP/3", _ => "HTTP/1.1" },
        Headers = [.. request.Headers.Select(h => Redaction.Header(h.Name, VariableValue.Shown(h.Value).Written))],
        BodyBytes = BodyBytes(request),
        BodyFiles = [.. request.Body.Select(b => b.File).OfType<string>()],
        Driver = driver,
        Why = why,
        Weight = isWeighted ? request.Weight ?? 1 : null,
        Needs = [.. request.Needs],
        Values = [.. ValuesOf(request).Distinct()],
        Checks = [.. request.Checks.Select(c => c.Text)],
        Thresholds = [.. request.Thresholds.Select(t => Redaction.Text(t.Expression.Text))],
    };

    private static long? BodyBytes(RequestDraft request)
    {
        long bytes = 0;
        foreach (var part in request.Body)
        {
            if (part.Text is null) { bytes += part.Bytes.Length; continue; }
            var text = VariableValue.Flatten(part.Text);
            if (!text.IsLiteral) return null;
            bytes += part.Encoding.GetByteCount(text.Written);
        }

        return bytes;
    }

    private static IEnumerable<InspectedValue> ValuesOf(RequestDraft request) =>
        request.Texts.SelectMany(t => t.Parts).Where(p => p.Source is not null).SelectMany(Of);

    private static IEnumerable<InspectedValue> Of(TextPart slot)
    {
        yield return new InspectedValue(slot.Text, slot.Source switch
        {
            VariableValue { Origin: VariableOrigin.File } => "variable of the file",
            VariableValue { Origin: VariableOrigin.Environment } => "http-client.env.json",
            VariableValue { Origin: VariableOrigin.PrivateEnvironment } => "personal environment file",
            VariableValue { Origin: VariableOrigin.Process } => "environment variable",
            VariableValue { Origin: VariableOrigin.DotEnv } => ".env file",
            FeedColumn => "column of the data, one row per iteration",
            TokenValue token => $"token of the login {token.Set.Name}, renewed before it expires",
            AnswerValue { Side: ExchangeSide.Response } answer => $"answer of {answer.Request}",
            AnswerValue answer => $"request content of {answer.Request}",
            _ => "generated for each request",
        });
        if (slot.Source is not VariableValue variable) yield break;
        foreach (var inner in variable.Value.Parts.Where(p => p.Source is not null).SelectMany(Of)) yield return inner;
    }
}
