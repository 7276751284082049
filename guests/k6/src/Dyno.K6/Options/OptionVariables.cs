namespace Dyno.K6;

/// <summary>Options from K6_ variables and flags: texts that become the values a script would have written.</summary>
internal static class OptionVariables
{
    public static JsonObject Read(IReadOnlyDictionary<string, string> environment, OptionProblems problems)
    {
        var options = new JsonObject();
        foreach (var (option, variable) in OptionNames.All)
            if (variable is not null && environment.TryGetValue(variable, out var text) && text.Length > 0)
                Set(options, option, text, variable, problems);
        return options;
    }

    /// <summary>
    /// A sentence for each variable whose name is one letter away from a variable that sets an option; any other name may be the script's
    /// own.
    /// </summary>
    public static IEnumerable<string> Misspelled(IReadOnlyDictionary<string, string> environment)
    {
        var known = OptionNames.All.Values.OfType<string>().ToHashSet(StringComparer.Ordinal);
        foreach (var name in environment.Keys.Where(name => name.StartsWith("K6_", StringComparison.Ordinal) && !known.Contains(name)))
            if (NearestWord.Find(name, known, maxEdits: 1) is { } near) yield return $"the variable {name} sets no option; did you mean {near}?";
        // K6_WEB_DASHBOARD_PORT and similar variables alone get no warning: container images set them for every run.
        if (environment.TryGetValue("K6_WEB_DASHBOARD", out var dashboard) && dashboard is "true" or "1")
            yield return "K6_WEB_DASHBOARD has no effect in Dyno; -f html= writes a similar page"
                + (environment.TryGetValue("K6_WEB_DASHBOARD_EXPORT", out var file) && file.Length > 0 ? file : "report.html");
    }

    public static JsonObject Read(IEnumerable<(string Option, string Flag, string Value)> flags, OptionProblems problems)
    {
        var options = new JsonObject();
        foreach (var (option, flag, value) in flags) Set(options, option, value, flag, problems);
        return options;
    }

    /// <summary>Sets one option from a text.</summary>
    /// <param name="source">The name of the variable or flag.</param>
    private static void Set(JsonObject options, string option, string text, string source, OptionProblems problems)
    {
        if (OptionNames.Numbers.Contains(option))
        {
            if (long.TryParse(text, CultureInfo.InvariantCulture, out var number)) options[option] = number;
            else problems.Add(source, $"'{text}' is not a whole number", null);
        }
        else if (OptionNames.Switches.Contains(option))
        {
            if (TruthText.Read(text) is { } truth) options[option] = truth;
            else problems.Add(source, $"'{text}' is neither true nor false", "write true or false");
        }
        else if (OptionNames.Lists.Contains(option))
            options[option] = new JsonArray([.. Parts(text).Select(t => (JsonNode)t)]);
        else if (option == "stages") SetStages(options, text, source, problems);
        else if (option == "tags") SetTags(options, text, source, problems);
        else if (option is "thresholds" or "tlsAuth") SetJson(options, option, text, source, problems);
        else if (option == "dns") SetDns(options, text, source, problems);
        else options[option] = text;
    }

    private static string[] Parts(string text) =>
        text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static void SetStages(JsonObject options, string text, string source, OptionProblems problems)
    {
        var stages = options["stages"] as JsonArray ?? [];
        foreach (var part in Parts(text))
        {
            var colon = part.LastIndexOf(':');
            if (colon > 0 && int.TryParse(part[(colon + 1)..], CultureInfo.InvariantCulture, out var target))
                stages.Add(new JsonObject { ["duration"] = part[..colon], ["target"] = target });
            else problems.Add(source, $"'{part}' is not a stage", "write TIME:USERS, such as 10s:5");
        }
        if (options["stages"] is null) options["stages"] = stages;
    }

    private static void SetTags(JsonObject options, string text, string source, OptionProblems problems)
    {
        var tags = options["tags"] as JsonObject ?? [];
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals > 0) tags[text[..equals]] = text[(equals + 1)..];
        else problems.Add(source, $"'{text}' is not a tag", "write NAME=VALUE");
        if (options["tags"] is null) options["tags"] = tags;
    }

    private static void SetJson(JsonObject options, string option, string text, string source, OptionProblems problems)
    {
        try
        {
            options[option] = JsonNode.Parse(text);
        }
        catch (JsonException)
        {
            problems.Add(source, "the value is not JSON", null);
        }
    }

    private static void SetDns(JsonObject options, string text, string source, OptionProblems problems)
    {
        var dns = new JsonObject();
        foreach (var part in Parts(text))
        {
            if (part.Split('=') is ["ttl" or "select" or "policy", _] pair) dns[pair[0]] = pair[1];
            else problems.Add(source, $"'{part}' is not a DNS setting", "write ttl=5m, select=random or policy=preferIPv4");
        }
        options["dns"] = dns;
    }
}
