namespace Dyno.Import;

/// <summary>Walks through a thread group in the order in which JMeter sends, and gathers its requests.</summary>
internal sealed partial class JMeterWalk(JMeterVariables variables, InputContext context)
{
    private const int MostRequests = 2_000; // of one pass, with what loops repeat

    private readonly JMeterRequest _request = new(variables, context);
    private readonly JMeterAssertions _assertions = new(variables, context);
    private readonly JMeterExtractors _extractors = new(variables, context);
    private readonly HashSet<string> _labels = new(StringComparer.Ordinal);
    private readonly HashSet<JMeterElement> _said = [];
    private readonly List<RequestDraft> _requests = [];
    private OnceFor? _once;
    private bool _isFull;

    public JMeterPauses Pauses { get; } = new(variables, context);

    /// <summary>The longest time that a sampler waits for its answer, in milliseconds; 0: none says one.</summary>
    public double Timeout { get; private set; }

    /// <summary>Whether the requests keep cookies.</summary>
    public bool KeepsCookies { get; private set; }

    /// <summary>The requests of one pass, in order.</summary>
    public IReadOnlyList<RequestDraft> TakeRequests()
    {
        // A request that no one comes after cannot be sent once: nothing would be left to send.
        if (_requests is [.., { Once: not null } last])
        {
            last.In(context.Place).Warning($"\"{InText.Quote(last.Name ?? "")}\" is sent in each iteration: no request comes after it", "move it above the requests that need it");
            _requests[^1] = last with { Once = null };
        }

        var chained = RequestChain.AfterThoseSentOnce(_requests, r => LabelOf(r.Name ?? ""));
        return KeepsCookies ? RequestChain.AfterFirst(chained, LabelOf("first")) : chained;
    }

    /// <summary>Reads what stands below an element.</summary>
    /// <param name="element">A thread group or a controller.</param>
    /// <param name="path">The names down to it, for the names of requests.</param>
    public void Read(JMeterElement element, JMeterLevel above, string path)
    {
        var level = above.With(element.Children);
        foreach (var child in element.Children)
        {
            variables.At(child);
            if (JMeterKinds.IsSampler(child.Type)) Sample(child, level.With(child.Children), path.Length == 0 ? child.Name : $"{path} / {child.Name}");
            else if (IsConfiguration(child)) continue;
            else ReadController(child, level, child.Name.Length == 0 || path.Length == 0 ? path + child.Name : $"{path} / {child.Name}");
        }
    }

    /// <summary>Whether the walk has nothing to do for an element: it configures, or shows results.</summary>
    private static bool IsConfiguration(JMeterElement element) => JMeterKinds.IsDefaults(element) || JMeterKinds.IsVariables(element)
        || JMeterKinds.IsTimer(element.Type)
        || JMeterKinds.IsAssertion(element.Type) || JMeterKinds.IsExtractor(element.Type) || JMeterKinds.IsSilent(element.Type)
        || element.Type is "HeaderManager" or "CookieManager" or "AuthManager" or "CSVDataSet" or "RandomVariableConfig";

    /// <summary>Names what is left out among elements that hold no requests.</summary>
    public void Name(IEnumerable<JMeterElement> elements)
    {
        foreach (var element in elements.Where(e => !IsConfiguration(e))) Leave(element);
    }

    private void ReadController(JMeterElement controller, JMeterLevel level, string path)
    {
        switch (controller.Type)
        {
            case "LoopController":
                var loops = controller.Is("LoopController.continue_forever") && controller.Of("LoopController.loops") is null or "-1" ? -1 : variables.Number(controller, "LoopController.loops", 1) ?? 1;
                if (loops < 0) Say(controller, $"{controller.Shown} has no end: its requests are sent once in each iteration");
                for (var i = 0; i < (loops < 0 ? 1 : (long)loops) && !_isFull && controller.Children.Count > 0; i++) Read(controller, level, path);
                break;
            case "IfController":
                ReadIf(controller, level, path);
                break;
            case "OnceOnlyController":
                var outer = _once;
                _once = OnceFor.EachUser;
                Read(controller, level, path);
                _once = outer;
                break;
            case "TestAction":
                if (controller.Of("ActionProcessor.action") is null or "1") Pauses.AddPause(controller);
                else Leave(controller);
                break;
            case var plain when JMeterKinds.IsPlain(plain):
                Read(controller, level, path);
                break;
            case var choosing when JMeterKinds.IsChoosing(choosing):
                Say(controller, $"{controller.Shown} does not choose: all its requests are sent in each iteration", "write # @weight in a .http file for a mix, or a load in C# where code decides");
                Read(controller, level, path);
                break;
            default:
                Leave(controller);
                break;
        }
    }

    private void ReadIf(JMeterElement controller, JMeterLevel level, string path)
    {
        var condition = (controller.Of("IfController.condition") ?? "").Trim();
        var known = variables.Scope.ReadKnown(condition)?.Trim().Trim('"');
        if (known is "false") return;
        if (known is not "true")
            Say(controller, $"the condition of {controller.Shown} is not evaluated: its requests are sent in each iteration", "switch the controller off to leave them out");
        Read(controller, level, path);
    }

    private void Sample(JMeterElement sampler, JMeterLevel level, string name)
    {
        if (_requests.Count >= MostRequests)
        {
            if (!_isFull) sampler.In(context.Place).Problem($"a pass through the plan has more than {MostRequests:N0} requests", "loop less often in the plan: Dyno repeats the whole pass anyway");
            _isFull = true;
            return;
        }

        foreach (var child in sampler.Children.Where(c => !IsConfiguration(c))) Leave(child);
        if (_request.Read(sampler, level, name) is not { } draft) return;
        Pauses.Add(level.Timers);
        KeepsCookies |= !level.Cookies.IsEmpty;
        Timeout = Math.Max(Timeout, variables.Number(sampler, "HTTPSampler.response_timeout") ?? 0);
        draft = draft with { Checks = [.. level.Assertions.SelectMany(_assertions.Read)], Once = _once };
        if (level.Extractors.Length > 0)
        {
            var label = LabelOf(sampler.Name);
            if (level.Extractors.Select(e => _extractors.Apply(e, label)).ToList().Contains(true)) draft = draft with { Label = label };
        }

        _requests.Add(draft);
    }

    private void Leave(JMeterElement element) => Say(element, $"{element.Shown} is left out", JMeterKinds.WayToGo(element.Type));

    private void Say(JMeterElement element, string what, string? writeInstead = null)
    {
        if (_said.Add(element)) element.In(context.Place).Warning(what, writeInstead);
    }

    // A name of one word by which later requests refer to this one.
    private string LabelOf(string name)
    {
        var plain = NoWord().Replace(name, "_").Trim('_');
        if (plain.Length == 0 || !char.IsAsciiLetter(plain[0])) plain = "r" + plain;
        if (plain.Length > 40) plain = plain[..40];
        var label = plain;
        for (var number = 2; !_labels.Add(label); number++) label = $"{plain}{number}";
        return label;
    }

    [GeneratedRegex(@"[^A-Za-z0-9]+", RegexOptions.CultureInvariant)]
    private static partial Regex NoWord();
}
