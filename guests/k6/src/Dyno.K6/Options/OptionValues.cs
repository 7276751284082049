namespace Dyno.K6;

/// <summary>Typed values of a JSON object of options; a value that cannot be read is a problem with its path.</summary>
internal sealed class OptionValues(JsonObject options, string path, OptionProblems problems)
{
    private readonly HashSet<string> _asked = new(StringComparer.Ordinal);

    public OptionProblems Problems => problems;

    public IEnumerable<string> Unknown => options.Where(o => o.Value is not null && !_asked.Contains(o.Key)).Select(o => o.Key);

    /// <summary>The path of a member, from the top of the options.</summary>
    public string PathOf(string name) => path + name;

    public bool Has(string name) => Node(name) is not null;

    /// <summary>The member with a name; where there is none, the member whose name differs only in letter case, as in k6.</summary>
    public JsonNode? Node(string name)
    {
        var key = options.ContainsKey(name) ? name : options.FirstOrDefault(o => o.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Key ?? name;
        _asked.Add(key);
        return options[key];
    }

    public string? Text(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonValue value && value.TryGetValue<string>(out var text)) return text;
        Wrong(name, node, "write a text");
        return null;
    }

    public bool? Truth(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonValue value && value.TryGetValue<bool>(out var truth)) return truth;
        Wrong(name, node, "write true or false");
        return null;
    }

    public long? Whole(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonValue value && value.GetValueKind() == JsonValueKind.Number
            && value.TryGetValue<double>(out var number) && number == Math.Floor(number)) return (long)number;
        if (node is JsonValue text && text.TryGetValue<string>(out var digits)
            && long.TryParse(digits, CultureInfo.InvariantCulture, out var parsed)) return parsed;
        Wrong(name, node, "write a whole number");
        return null;
    }

    public int? Number(string name)
    {
        if (Whole(name) is not { } number) return null;
        if (number is >= int.MinValue and <= int.MaxValue) return (int)number;
        Wrong(name, Node(name)!, "is too large");
        return null;
    }

    public TimeSpan? Time(string name)
    {
        if (Node(name) is not { } node) return null;
        if (TryTime(node, out var time)) return time;
        Wrong(name, node, "write a time such as '30s' or '1m30s', or a number of milliseconds");
        return null;
    }

    public static bool TryTime(JsonNode node, out TimeSpan time)
    {
        time = default;
        if (node is not JsonValue value) return false;
        if (value.TryGetValue<string>(out var text)) return DurationText.TryParseK6(text, out time);
        if (value.GetValueKind() != JsonValueKind.Number) return false;
        var milliseconds = value.GetValue<double>();
        if (!(milliseconds >= 0 && milliseconds < TimeSpan.MaxValue.TotalMilliseconds)) return false;
        time = TimeSpan.FromTicks((long)(milliseconds * TimeSpan.TicksPerMillisecond));
        return true;
    }

    public IReadOnlyList<string>? Texts(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonArray array && array.All(e => e is JsonValue v && v.TryGetValue<string>(out _)))
            return [.. array.Select(e => e!.GetValue<string>())];
        Wrong(name, node, "write a list of texts");
        return null;
    }

    public JsonObject? Object(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonObject inner) return inner;
        Wrong(name, node, "write an object");
        return null;
    }

    public OptionValues? Inner(string name) => Object(name) is { } members ? new OptionValues(members, $"{path}{name}.", problems) : null;

    public JsonArray? Array(string name)
    {
        if (Node(name) is not { } node) return null;
        if (node is JsonArray array) return array;
        Wrong(name, node, "write a list");
        return null;
    }

    public void Problem(string name, string what, string? instead = null) => problems.AddOption(path + name, what, instead);

    private void Wrong(string name, JsonNode node, string advice)
    {
        var text = node.ToJsonString();
        problems.AddOption(path + name, $"{(text.Length > 60 ? text[..60] + "…" : text)} cannot be used", advice);
    }
}
