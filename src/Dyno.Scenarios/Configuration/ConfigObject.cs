namespace Dyno.Scenarios;

/// <summary>One object of a configuration: its values by name, and its problems with their paths.</summary>
internal sealed class ConfigObject
{
    private readonly JsonElement _element;
    private readonly List<string> _problems;

    public ConfigObject(JsonElement element, string path, List<string> problems, params string[] keys)
    {
        (_element, Path, _problems) = (element, path, problems);
        if (element.ValueKind != JsonValueKind.Object) { Problem("", $"is {KindOf(element)}: write an object {{ … }}"); return; }
        foreach (var property in element.EnumerateObject())
            if (!keys.Contains(property.Name)) Problem(property.Name, $"is not a key of this object: the keys are {string.Join(", ", keys)}");
    }

    public string Path { get; }

    public bool Has(string key) => Value(key) is not null;

    public JsonElement? Value(string key) =>
        _element.ValueKind == JsonValueKind.Object && _element.TryGetProperty(key, out var value) && value.ValueKind != JsonValueKind.Null ? value : null;

    public string? Text(string key)
    {
        if (Value(key) is not { } value) return null;
        if (value.ValueKind == JsonValueKind.String) return value.GetString();
        Problem(key, $"is {KindOf(value)}: write a string");
        return null;
    }

    public IEnumerable<string> Texts(string key)
    {
        foreach (var (value, index) in Items(key))
            if (value.ValueKind == JsonValueKind.String) yield return value.GetString()!;
            else Problem($"{key}[{index}]", $"is {KindOf(value)}: write a string");
    }

    public int? Number(string key)
    {
        if (Value(key) is not { } value) return null;
        if (value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var number)) return number;
        Problem(key, $"is {KindOf(value)}: write a whole number");
        return null;
    }

    public TimeSpan? Time(string key)
    {
        if (Value(key) is not { } value) return null;
        if (TryTime(value, out var time)) return time;
        Problem(key, $"is {KindOf(value)}: write a time, as in \"00:00:30\"");
        return null;
    }

    public ConfigObject? Object(string key, params string[] keys) =>
        Value(key) is { } value ? new ConfigObject(value, Below(key), _problems, keys) : null;

    public IEnumerable<ConfigObject> Objects(string key, string[] keys)
    {
        foreach (var (value, index) in Items(key)) yield return new ConfigObject(value, Below($"{key}[{index}]"), _problems, keys);
    }

    public IEnumerable<(JsonElement Value, int Index)> Items(string key)
    {
        if (Value(key) is not { } value) return [];
        if (value.ValueKind == JsonValueKind.Array) return value.EnumerateArray().Select((item, index) => (item, index));
        Problem(key, $"is {KindOf(value)}: write a list [ … ]");
        return [];
    }

    public void Problem(string key, string text) => _problems.Add($"{(key.Length == 0 ? Path.Length == 0 ? "the file" : Path : Below(key))} {text}");

    public static bool TryTime(JsonElement value, out TimeSpan time)
    {
        time = default;
        return value.ValueKind == JsonValueKind.String
            && TimeSpan.TryParseExact(value.GetString(), "c", CultureInfo.InvariantCulture, out time);
    }

    public static string KindOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Array => "a list",
        JsonValueKind.Object => "an object",
        _ => value.GetRawText(),
    };

    private string Below(string key) => Path.Length == 0 ? key : $"{Path}.{key}";
}
