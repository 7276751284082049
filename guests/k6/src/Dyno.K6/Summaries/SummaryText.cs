namespace Dyno.K6;

/// <summary>The summary on the screen in k6's three layouts, with what Dyno adds at its end.</summary>
internal sealed class SummaryText
{
    private static readonly string[] Execution = ["dropped_iterations", "iteration_duration", "iterations", "vus", "vus_max"];
    private static readonly string[] Network = ["data_received", "data_sent"];
    private readonly SummaryModel _model;
    private readonly bool _hasColour;
    private readonly StringBuilder _text = new();
    private int _nameWidth;

    private SummaryText(SummaryModel model, bool hasColour) => (_model, _hasColour) = (model, hasColour);

    /// <summary>The summary of a run.</summary>
    /// <param name="mode">compact, full or legacy.</param>
    /// <param name="hasColour">Whether it may hold colour codes.</param>
    public static string Write(SummaryModel model, string mode, bool hasColour)
    {
        var summary = new SummaryText(model, hasColour);
        if (mode == "legacy") summary.Legacy();
        else summary.Sections(mode == "full");
        summary.Own();
        return summary._text.ToString();
    }

    private void Sections(bool isFull)
    {
        var shown = _model.Metrics.Where(m => IsShown(m, isFull)).ToList();
        _nameWidth = shown.Select(WidthOf).Append("checks_succeeded".Length).DefaultIfEmpty().Max() + 3;
        Thresholds();
        _text.Append("\n\n  █ TOTAL RESULTS \n");
        Figures("    ", shown, [.. _model.Root.AllChecks]);
        if (isFull)
        {
            foreach (var group in _model.Root.Groups) Group(group, "  ");
            if (_model.Parts.Any(p => p.Tag == SampleParts.Further)) _text.Append($"\n  only {SampleParts.Most} groups have separate figures\n");
            foreach (var scenario in _model.Parts.Where(IsNamedScenario).OrderBy(p => p.Name, StringComparer.Ordinal)) Scenario(scenario);
        }
        _text.Append('\n');
    }

    // Whether a scenario is shown by itself: a run whose only scenario is the default one shows that scenario in its totals.
    private bool IsNamedScenario(SummaryPart part) => part.Tag == "scenario" && (part.Name != "default" || _model.Parts.Count(p => p.Tag == "scenario") > 1);

    private void Scenario(SummaryPart scenario)
    {
        _text.Append("\n  █ SCENARIO: ").Append(VisibleText.OnOneLine(scenario.Name)).Append('\n');
        Figures("    ", [.. scenario.Metrics.Where(m => IsShown(m, isFull: true))], scenario.Checks);
    }

    private void Figures(string indent, List<SummaryMetric> shown, IReadOnlyList<(string Name, long Passes, long Fails)> checks)
    {
        Checks(indent, checks);
        Section(indent, "CUSTOM", shown.Where(IsCustom));
        Section(indent, "HTTP", shown.Where(m => m.Definition.Name.StartsWith("http_req", StringComparison.Ordinal)));
        Section(indent, "EXECUTION", shown.Where(m => Execution.Contains(m.Definition.Name)));
        Section(indent, "NETWORK", shown.Where(m => Network.Contains(m.Definition.Name)));
        Section(indent, "GRPC", shown.Where(m => m.Definition.Name.StartsWith("grpc_", StringComparison.Ordinal)));
        Section(indent, "WEBSOCKET", shown.Where(m => m.Definition.Name.StartsWith("ws_", StringComparison.Ordinal)));
    }

    private void Thresholds()
    {
        var withThresholds = _model.Metrics.Where(m => !m.Thresholds.IsEmpty).ToList();
        if (withThresholds.Count == 0) return;
        _text.Append("\n  █ THRESHOLDS \n");
        foreach (var metric in withThresholds)
        {
            _text.Append('\n').Append("    ").Append(metric.IsPart ? $"{metric.Definition.Name} {TagsOf(metric)}" : metric.Name).Append('\n');
            foreach (var threshold in metric.Thresholds)
                _text.Append("    ").Append(Mark(threshold.Passed)).Append(" '").Append(threshold.Expression).Append("' ").Append(Judged(metric, threshold)).Append('\n');
        }
    }

    private string Judged(SummaryMetric metric, ThresholdRecord threshold)
    {
        var figure = threshold.Expression.Split('<', '>', '=', '!')[0].Trim();
        var value = metric.Definition.Type == MetricType.Rate ? SummaryFigures.Share(threshold.Value)
            : metric.Definition.Type == MetricType.Counter && figure == "rate" ? SummaryFigures.Rate(threshold.Value, metric.Definition.Unit, _model.TimeUnit)
            : SummaryFigures.Value(threshold.Value, metric.Definition.Unit, _model.TimeUnit);
        return $"{figure}={value}";
    }

    private void Checks(string indent, IReadOnlyList<(string Name, long Passes, long Fails)> list)
    {
        if (list.Count == 0) return;
        var (passes, fails) = (list.Sum(c => c.Passes), list.Sum(c => c.Fails));
        var total = passes + fails;
        var perSecond = _model.Duration > TimeSpan.Zero ? total / _model.Duration.TotalSeconds : 0;
        _text.Append('\n');
        Line(indent, "checks_total", $"{total}  {SummaryFigures.Number(perSecond)}/s");
        Line(indent, "checks_succeeded", $"{Share(passes, total),-7} {passes} out of {total}");
        Line(indent, "checks_failed", $"{Share(fails, total),-7} {fails} out of {total}");
        _text.Append('\n');
        foreach (var check in list) Check(indent, check);
    }

    private void Check(string indent, (string Name, long Passes, long Fails) check)
    {
        _text.Append(indent).Append(Mark(check.Fails == 0)).Append(' ').Append(VisibleText.OnOneLine(check.Name)).Append('\n');
        if (check.Fails == 0) return;
        var percent = check.Passes * 100 / Math.Max(1, check.Passes + check.Fails);
        _text.Append(indent).Append($"  ↳  {percent}% — {Mark(true)} {check.Passes} / {Mark(false)} {check.Fails}\n");
    }

    private void Group(SummaryGroup group, string indent)
    {
        _text.Append('\n').Append(indent).Append(indent.Length > 2 ? "↳ " : "█ ").Append("GROUP: ").Append(VisibleText.OnOneLine(group.Name)).Append('\n');
        var metrics = _model.Parts.FirstOrDefault(p => p.Tag == "group" && p.Name == group.Path)?.Metrics ?? [];
        Figures(indent + "  ", [.. metrics.Where(m => IsShown(m, isFull: true))], group.Checks);
        foreach (var inner in group.Groups) Group(inner, indent + "  ");
    }

    private void Section(string indent, string title, IEnumerable<SummaryMetric> metrics)
    {
        var list = metrics.ToList();
        if (list.Count == 0) return;
        _text.Append('\n').Append(indent).Append(title).Append('\n');
        foreach (var metric in list) Line(metric.IsPart ? indent + "  " : indent, metric.IsPart ? TagsOf(metric) : metric.Name, ValuesOf(metric));
    }

    private void Legacy()
    {
        _nameWidth = _model.Metrics.Select(WidthOf).DefaultIfEmpty().Max() + 3;
        _text.Append('\n');
        LegacyChecks(_model.Root, "     ");
        foreach (var metric in _model.Metrics.Where(m => m.Definition.Name != "checks" || !m.Sum.IsEmpty))
        {
            var mark = metric.Thresholds.IsEmpty ? " " : Mark(metric.Thresholds.All(t => t.Passed));
            Line($"   {mark} ", metric.IsPart ? "  " + TagsOf(metric) : metric.Name, ValuesOf(metric));
        }
    }

    private void LegacyChecks(SummaryGroup group, string indent)
    {
        foreach (var check in group.Checks) Check(indent, check);
        if (group.Checks.Count > 0) _text.Append('\n');
        foreach (var inner in group.Groups)
        {
            _text.Append(indent).Append("█ ").Append(VisibleText.OnOneLine(inner.Name)).Append("\n\n");
            LegacyChecks(inner, indent + "  ");
        }
    }

    /// <summary>Adds what k6 does not show: waiting from the intended start, dropped starts, redirects, health.</summary>
    private void Own()
    {
        var measured = _model.Result.Measured;
        var totals = measured.Totals;
        _text.Append("\n  █ DYNO \n\n");
        var response = measured.Overall.Response;
        if (response.Count > 0)
        {
            var model = totals.PlannedStarts is null ? "closed model: from the actual start" : "from the intended start";
            var figures = string.Join(' ', response.Quantiles.Where(q => q.Quantile is 0.5 or 0.95 or 0.99 or 0.999)
                .Select(q => $"p{q.Quantile * 100:0.#}={(q.Reliable ? "" : "~")}{SummaryFigures.Time(q.Nanos / 1e6, _model.TimeUnit)}"));
            Line("    ", "response_time", $"{figures} max={SummaryFigures.Time(response.MaxNanos / 1e6, _model.TimeUnit)} ({model})");
        }
        if (totals is { PlannedStarts: { } planned, DroppedStarts: { } dropped })
            Line("    ", "starts", $"{planned} planned, {dropped} dropped ({Share(dropped, planned)}), {totals.LateStarts} late by more than 1 ms");
        if (_model.Redirects > 0) // of all requests that http_reqs counts, also those of setup and teardown
            Line("    ", "redirects", $"{_model.Redirects} of {Requests()} requests were redirects: http_reqs also counts the requests that follow");
        Line("    ", "health", _model.Result.Health.State.ToString().ToLowerInvariant());
        foreach (var finding in _model.Result.Health.Findings) _text.Append("      ").Append(VisibleText.OnOneLine(finding.Message)).Append('\n');
        _text.Append('\n');
    }

    private string Requests() => SummaryFigures.Number(_model.Metrics.First(m => m.Name == "http_reqs")["count"]);

    private static bool IsShown(SummaryMetric metric, bool isFull)
    {
        var name = metric.Definition.Name;
        if (name is "checks" or "group_duration") return isFull && metric.IsPart;
        if (isFull || !name.StartsWith("http_req", StringComparison.Ordinal)) return true;
        return name is "http_req_duration" or "http_req_failed" or "http_reqs" || metric.IsPart || !metric.Thresholds.IsEmpty;
    }

    private static bool IsCustom(SummaryMetric metric) => !MetricCatalog.Script.TryGet(metric.Definition.Name, out _);

    private static int WidthOf(SummaryMetric metric) => metric.IsPart ? TagsOf(metric).Length + 2 : metric.Name.Length;

    private static string TagsOf(SummaryMetric metric) => VisibleText.OnOneLine($"{{ {metric.Name[(metric.Definition.Name.Length + 1)..^1]} }}");

    private string ValuesOf(SummaryMetric metric)
    {
        var unit = metric.Definition.Unit;
        return metric.Sum switch
        {
            Trend => string.Join(' ', metric.Values.Select(v => $"{v.Name}={(v.Name == "count" ? SummaryFigures.Number(v.Value) : SummaryFigures.Value(v.Value, unit, _model.TimeUnit)),-8}")).TrimEnd(),
            Counter => $"{SummaryFigures.Value(metric["count"], unit, _model.TimeUnit)}  {SummaryFigures.Rate(metric["rate"], unit, _model.TimeUnit)}",
            Gauge => $"{SummaryFigures.Value(metric["value"], unit, _model.TimeUnit)}  min={SummaryFigures.Value(metric["min"], unit, _model.TimeUnit)} max={SummaryFigures.Value(metric["max"], unit, _model.TimeUnit)}",
            _ => $"{SummaryFigures.Share(metric["rate"])} {SummaryFigures.Number(metric["passes"])} out of {SummaryFigures.Number(metric["passes"] + metric["fails"])}",
        };
    }

    private void Line(string indent, string name, string value) => _text.Append(indent).Append(name)
        .Append('.', Math.Max(3, _nameWidth - name.Length - (indent.Length - 4))).Append(": ").Append(value).Append('\n');

    private string Mark(bool passed) => (passed, _hasColour) switch
    {
        (true, true) => "\e[32m✓\e[0m",
        (false, true) => "\e[31m✗\e[0m",
        (true, false) => "✓",
        _ => "✗",
    };

    private static string Share(long part, long whole) => SummaryFigures.Share(whole == 0 ? 0 : (double)part / whole);
}
