namespace Dyno.Import;

/// <summary>
/// Reads a test plan of JMeter (<c>.jmx</c>): the HTTP requests of a thread group with what is configured for them, and its load. Code is
/// not run. Every element that Dyno leaves out is named with its place.
/// </summary>
internal static class JMeterReader
{
    public static FileKind Kind { get; } = new([".jmx"], "JMeter test plan", sample => sample.Start.Contains("<jmeterTestPlan", StringComparison.Ordinal), Read);

    public static RequestSet Read(InputContext context)
    {
        var nothing = new RequestSet { Name = Path.GetFileNameWithoutExtension(context.Path), InputKind = "jmeter", Source = context.Path };
        if (XmlTreeReader.Read(context.Bytes, context.Place, "correct it, or save the plan from JMeter again") is not { } root)
        {
            if (context.Problems.Count == 0) TextPosition.Start.In(context.Place).Problem("this is not a test plan of JMeter", "save the plan from JMeter again");
            return nothing;
        }

        var top = root.Name == "jmeterTestPlan" && root.Children.Find(c => c.Name == "hashTree") is { } tree ? JMeterElement.In(tree) : [];
        if (top.Find(e => e.Type == "TestPlan") is not { } plan)
        {
            root.In(context.Place).Problem("this is not a test plan of JMeter: it has no TestPlan that is switched on", "save the whole plan from JMeter, not a part of it");
            return nothing;
        }

        return Read(plan, context) with { Name = plan.Name.Length > 0 ? InText.Quote(plan.Name) : nothing.Name };
    }

    private static RequestSet Read(JMeterElement plan, InputContext context)
    {
        var variables = new JMeterVariables(context);
        var walk = new JMeterWalk(variables, context);
        var all = Below(plan).ToList();
        SetVariables(plan, all, variables);
        var feed = JMeterFeed.Read([.. all.Where(e => e.Type == "CSVDataSet")], variables, context);
        var settings = new FileSettings();
        IReadOnlyList<RequestDraft> requests = [];
        if (GroupOf(plan, context) is { } group)
        {
            settings = new JMeterLoad(variables, context).Read(group);
            walk.Name(plan.Children.Where(e => !JMeterKinds.IsGroup(e.Type) && e.Type is not "TestFragmentController"));
            walk.Read(group, JMeterLevel.None.With(plan.Children), Groups(plan).Count > 1 ? group.Name : "");
            requests = walk.TakeRequests();
            if (requests.Count == 0 && context.Problems.Count == 0)
                group.In(context.Place).Problem($"{group.Shown} has no HTTP request that is switched on", "add an HTTP Request, or switch one on");
        }

        return new RequestSet
        {
            Name = "",
            InputKind = "jmeter",
            Source = context.Path,
            Requests = [.. requests],
            Settings = settings with
            {
                Feed = feed,
                Delay = walk.Pauses.Read(),
                Timeout = walk.Timeout is > 0 and < 1e9 ? TimeSpan.FromMilliseconds(walk.Timeout) : null,
            },
            Variables = variables.Scope.Used,
            UsedBySettings = [.. variables.UsedBySettings],
        };
    }

    private static List<JMeterElement> Groups(JMeterElement plan) => plan.Children.FindAll(e => JMeterKinds.IsGroup(e.Type));

    // JMeter runs thread groups side by side, each with its own load; a file is one load.
    private static JMeterElement? GroupOf(JMeterElement plan, InputContext context)
    {
        var groups = Groups(plan);
        if (groups.Count == 1) return groups[0];
        var named = groups.FindAll(g => context.Request.RequestNames.Any(n => n.Equals(g.Name, StringComparison.OrdinalIgnoreCase)
            || n.StartsWith(g.Name + " / ", StringComparison.OrdinalIgnoreCase)));
        if (named.Count == 1) return named[0];
        if (groups.Count == 0) plan.In(context.Place).Problem("the plan has no thread group that is switched on", "add one in JMeter, or switch one on");
        else groups[1].In(context.Place).Problem($"the plan has {groups.Count} thread groups, which JMeter runs side by side, each with its own load; Dyno runs one of them",
            $"name one: --request \"{InText.Quote(groups[0].Name)}\" (of {string.Join(", ", groups.Take(10).Select(g => $"\"{InText.Quote(g.Name)}\""))}), or write the loads as scenarios in C#");
        return null;
    }

    private static IEnumerable<JMeterElement> Below(JMeterElement element) => element.Children.SelectMany(c => Below(c).Prepend(c));

    // User defined variables hold for the whole plan, wherever they stand.
    private static void SetVariables(JMeterElement plan, List<JMeterElement> all, JMeterVariables variables)
    {
        var lists = all.Where(JMeterKinds.IsVariables).Select(e => e.All("Arguments.arguments")).Prepend(plan.All("TestPlan.user_defined_variables", "Arguments.arguments"));
        foreach (var variable in lists.SelectMany(l => l))
            if (JMeterElement.Of(variable, "Argument.name") is { Length: > 0 } name) variables.Scope.Set(name, JMeterElement.Of(variable, "Argument.value") ?? "");
        foreach (var random in all.Where(e => e.Type == "RandomVariableConfig"))
            if (random.Of("variableName") is { Length: > 0 } name && RangeOf(random) is { } range)
                variables.Make(name, TextPart.Slot($"$randomInt {range.Min} {range.Max}", range));
        foreach (var name in all.Where(e => JMeterKinds.IsExtractor(e.Type)).SelectMany(JMeterExtractors.NamesOf)) variables.Extracted.Add(name);
    }

    private static RandomIntegerValue? RangeOf(JMeterElement random) =>
        long.TryParse(random.Of("minimumValue"), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var min)
        && long.TryParse(random.Of("maximumValue"), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var max) && min <= max && max < long.MaxValue
            ? new RandomIntegerValue(min, max + 1) : null;
}
