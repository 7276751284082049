using YamlDotNet.RepresentationModel;

namespace Dyno.Experiments;

/// <summary>A value of an experiment file with its place; a mistake in the value becomes a problem with its line.</summary>
internal sealed class YamlPlace(string file, YamlNode node, string name, ICollection<Problem> problems)
{
    public int Line => (int)node.Start.Line;

    public string Name => name;

    public bool IsMapping => node is YamlMappingNode;

    public bool IsList => node is YamlSequenceNode;

    /// <summary>Whether the value is a mapping with this key.</summary>
    public bool Has(string key) => node is YamlMappingNode mapping && mapping.Children.ContainsKey(new YamlScalarNode(key));

    public void Problem(string what, string? writeInstead = null) => problems.Add(new Problem(file, Line, null, what, writeInstead));

    /// <summary>The entries of a mapping; none, with a problem, when the value is something else or a key is unknown.</summary>
    /// <param name="known">Keys that are allowed; null when the user chooses the keys.</param>
    /// <param name="later">Keys that are planned for later; they are refused by name.</param>
    public IReadOnlyDictionary<string, YamlPlace> Entries(string[]? known = null, string[]? later = null)
    {
        var entries = new Dictionary<string, YamlPlace>(StringComparer.Ordinal);
        if (node is not YamlMappingNode mapping)
        {
            Problem($"{name} must be a mapping", known is null ? "write 'name: value' lines below it" : $"write one of these below it: {string.Join(", ", known)}");
            return entries;
        }
        foreach (var (key, value) in mapping.Children)
        {
            var word = (key as YamlScalarNode)?.Value ?? "";
            var keyPlace = new YamlPlace(file, key, word, problems);
            if (known is null || known.Contains(word, StringComparer.Ordinal)) entries[word] = new YamlPlace(file, value, word, problems);
            else keyPlace.Refuse(known, later ?? []);
        }
        return entries;
    }

    /// <summary>The text; empty, with a problem, when it is not a single value.</summary>
    public string Text()
    {
        if (node is YamlScalarNode { Value: { Length: > 0 } text }) return text;
        Problem($"{name} needs a value", $"write {name}: VALUE");
        return "";
    }

    /// <summary>The texts of a list, or a single value as a list of one.</summary>
    public IReadOnlyList<string> Texts() => node is YamlSequenceNode list
        ? [.. list.Children.Select(child => new YamlPlace(file, child, name, problems).Text()).Where(text => text.Length > 0)]
        : [Text()];

    /// <summary>The values of a list, each in its place.</summary>
    public IReadOnlyList<YamlPlace> Items()
    {
        if (node is YamlSequenceNode list) return [.. list.Children.Select(child => new YamlPlace(file, child, name, problems))];
        Problem($"{name} must be a list", $"write {name}: [ … ]");
        return [];
    }

    /// <summary>A time above zero, and of at least <paramref name="least"/>.</summary>
    public TimeSpan? Time(TimeSpan least = default)
    {
        if (DurationText.TryParseTyped(Text(), out var time) && time > TimeSpan.Zero)
        {
            if (time >= least) return time;
            Problem($"{name}: {DurationText.Format(time)} is shorter than {DurationText.Format(least)}", $"write {name}: 10s");
            return null;
        }
        Problem($"{name}: '{Shown}' is not a time above zero", $"write {name}: 10s");
        return null;
    }

    /// <summary>A time of zero or more.</summary>
    public TimeSpan? TimeOrNone()
    {
        if (DurationText.TryParseTyped(Text(), out var time) && time >= TimeSpan.Zero) return time;
        Problem($"{name}: '{Shown}' is not a time", $"write {name}: 10s");
        return null;
    }

    /// <summary>A whole number in a range.</summary>
    public long? Whole(long least, long most)
    {
        if (long.TryParse(Text(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most)
            return number;
        Problem($"{name}: '{Shown}' is not a whole number from {least} to {most}", $"write {name}: {Math.Max(least, Math.Min(most, 10))}");
        return null;
    }

    /// <summary>True or false.</summary>
    public bool? Flag()
    {
        if (bool.TryParse(Text(), out var flag)) return flag;
        Problem($"{name}: '{Shown}' is neither true nor false", $"write {name}: true");
        return null;
    }

    /// <summary>A share such as <c>2%</c> or <c>0.02</c>, above 0 and below 1.</summary>
    public double? Share()
    {
        var text = Text();
        var isPercent = text.EndsWith('%');
        if (double.TryParse(text.TrimEnd('%').Trim(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
        {
            var share = isPercent ? number / 100 : number;
            if (share is > 0 and < 1) return share;
        }
        Problem($"{name}: '{text}' is not a share between 0 and 100 %", $"write {name}: 2%");
        return null;
    }

    private string Shown => (node as YamlScalarNode)?.Value ?? "";

    private void Refuse(string[] known, string[] later)
    {
        if (later.Contains(name, StringComparer.Ordinal)) Problem($"{name} is not supported yet", "remove it");
        else if (NearestWord.Find(name, known) is { } near) Problem($"unknown key '{name}'", $"did you mean {near}?");
        else Problem($"unknown key '{name}'", $"write one of these: {string.Join(", ", known)}");
    }
}
