namespace Dyno.K6;

/// <summary>
/// Finds a part of a JSON text by a path in the syntax of gjson (github.com/tidwall/gjson, SYNTAX.md): members and indices
/// with dots, wildcards, <c>#</c>, queries <c>#(a==1)</c>, <c>#(a==~true)</c> and <c>#(a==1)#</c>, pipes, <c>{a,b}</c> and
/// <c>[a,b]</c>, and the modifiers this, valid, pretty, ugly, reverse, flatten, join, keys, values, tostr, fromstr.
/// </summary>
internal static class GjsonPath
{
    /// <summary>JSON of what the path names; null when there is no such thing or the text is not JSON.</summary>
    public static string? Find(string text, string path)
    {
        try
        {
            var found = Walk(Parse(text), path, out var exists);
            return exists ? found?.ToJsonString() ?? "null" : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // Of several members with the same name the first one counts; a JsonObject accepts no second one.
    private static JsonNode? Parse(string text)
    {
        try
        {
            return JsonNode.Parse(text, documentOptions: new JsonDocumentOptions { AllowDuplicateProperties = false });
        }
        catch (JsonException)
        {
            using var document = JsonDocument.Parse(text);
            return Distinct(document.RootElement);
        }
    }

    private static JsonNode? Distinct(JsonElement element)
    {
        if (element.ValueKind == JsonValueKind.Array) return new JsonArray([.. element.EnumerateArray().Select(Distinct)]);
        if (element.ValueKind != JsonValueKind.Object) return element.ValueKind == JsonValueKind.Null ? null : JsonValue.Create(element.Clone());
        var members = new JsonObject();
        foreach (var member in element.EnumerateObject()) members.TryAdd(member.Name, Distinct(member.Value));
        return members;
    }

    private static JsonNode? Walk(JsonNode? node, string path, out bool exists)
    {
        exists = true;
        while (path.Length > 0)
        {
            if (path[0] == '@') (node, path) = Modify(node, path);
            else if (path[0] is '{' or '[') (node, path) = Select(node, path);
            else
            {
                var (part, separator, rest) = Cut(path);
                if (part == "#" || part.StartsWith("#(", StringComparison.Ordinal) || part.StartsWith("#[", StringComparison.Ordinal))
                    return Hash(node, part, separator, rest, out exists);
                node = Member(node, part, out exists);
                path = rest;
            }
            if (!exists) return null;
        }
        return node;
    }

    private static JsonNode? Hash(JsonNode? node, string part, char separator, string rest, out bool exists)
    {
        exists = false;
        if (node is not JsonArray array) return null;
        if (part == "#")
        {
            exists = true;
            if (rest.Length == 0) return JsonValue.Create((double)array.Count);
            return separator == '.' ? Each(array, rest) : Walk(JsonValue.Create((double)array.Count), rest, out exists);
        }
        if (part is not ([.., ')' or ']'] or [.., ')' or ']', '#'])) return null; // a query that does not end
        var all = part[^1] == '#';
        var query = part[2..^(all ? 2 : 1)];
        var matches = array.Where(element => Matches(element, query));
        if (!all)
        {
            var first = matches.Take(1).ToList();
            return first.Count == 0 ? null : Walk(first[0], rest, out exists);
        }
        var found = new JsonArray([.. matches.Select(m => m?.DeepClone())]);
        exists = true;
        if (rest.Length == 0) return found;
        return separator == '.' ? rest.StartsWith('#') ? Walk(found, rest, out exists) : Each(found, rest) : Walk(found, rest, out exists);
    }

    private static JsonArray Each(JsonArray array, string path)
    {
        var (inner, outer) = SplitAtPipe(path);
        var results = new JsonArray();
        foreach (var element in array)
        {
            var value = Walk(element, inner, out var exists);
            if (exists) results.Add(value?.DeepClone());
        }
        return outer.Length == 0 ? results : Walk(results, outer, out _) as JsonArray ?? results;
    }

    private static (string Inner, string Outer) SplitAtPipe(string path)
    {
        var depth = 0;
        for (var i = 0; i < path.Length; i++)
        {
            if (path[i] is '(' or '[' or '{') depth++;
            else if (path[i] is ')' or ']' or '}') depth--;
            else if (path[i] == '|' && depth == 0) return (path[..i], path[(i + 1)..]);
        }
        return (path, "");
    }

    private static JsonNode? Member(JsonNode? node, string name, out bool exists)
    {
        exists = false;
        if (node is JsonArray array && int.TryParse(name, out var index))
        {
            exists = index >= 0 && index < array.Count;
            return exists ? array[index] : null;
        }
        if (node is not JsonObject members) return null;
        if (HasWildcard(name))
        {
            var pattern = new Regex("^" + Regex.Escape(name).Replace("\\\\\\*", "\u0001", StringComparison.Ordinal)
                .Replace("\\*", ".*", StringComparison.Ordinal).Replace("\\?", ".", StringComparison.Ordinal)
                .Replace("\u0001", "\\*", StringComparison.Ordinal) + "$", RegexOptions.Singleline | RegexOptions.NonBacktracking);
            foreach (var (key, value) in members)
                if (pattern.IsMatch(key)) { exists = true; return value; }
            return null;
        }
        exists = members.TryGetPropertyValue(Unescape(name), out var found);
        return found;
    }

    private static bool HasWildcard(string name)
    {
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] == '\\') i++;
            else if (name[i] is '*' or '?') return true;
        }
        return false;
    }

    private static string Unescape(string name) => name.Contains('\\') ? Regex.Replace(name, @"\\(.)", "$1") : name;

    // The first part of a path, the separator after this part, and the rest of the path.
    private static (string Part, char Separator, string Path) Cut(string path)
    {
        var (depth, quoted) = (0, false);
        for (var i = 0; i < path.Length; i++)
        {
            var c = path[i];
            if (c == '\\') i++;
            else if (c == '"') quoted = !quoted && depth > 0;
            else if (quoted) continue;
            else if (Opens(path, i)) depth++;
            else if (depth > 0 && c is ')' or ']') depth--;
            else if (depth == 0 && c is '.' or '|' && depth == 0) return (path[..i], c, path[(i + 1)..]);
        }
        return (path, '.', "");
    }

    // A query is written in parentheses, or in brackets as in earlier versions of gjson.
    private static bool Opens(string path, int i) => path[i] == '(' || (path[i] == '[' && i > 0 && path[i - 1] == '#');

    private static bool Matches(JsonNode? element, string query)
    {
        var at = OperatorAt(query);
        if (at < 0)
        {
            Walk(element, query.Trim(), out var any);
            return any;
        }
        var left = query[..at].Trim();
        var value = left.Length == 0 ? element : Walk(element, left, out var exists) is var v && exists ? v : Missing;
        var op = query.Substring(at, at + 1 < query.Length && query[at + 1] is '=' or '%' && query[at] != '%' ? 2 : 1);
        var right = query[(at + op.Length)..].Trim();
        if (right.StartsWith('~')) return op is "=" or "==" or "!=" && IsLike(value, right) == (op != "!=");
        return !ReferenceEquals(value, Missing) && Compare(value, op, right);
    }

    // Index of the comparison operator that belongs to the query itself, not to a query inside it; −1 without one.
    private static int OperatorAt(string query)
    {
        var depth = 0;
        for (var i = 0; i < query.Length; i++)
        {
            var c = query[i];
            if (c == '\\') i++;
            else if (Opens(query, i)) depth++;
            else if (depth > 0 && c is ')' or ']') depth--;
            else if (depth == 0 && (c is '=' or '<' or '>' or '%' || (c == '!' && i + 1 < query.Length && query[i + 1] is '=' or '%'))) return i;
        }
        return -1;
    }

    private static readonly JsonNode Missing = new JsonObject();

    // ~true and ~false also match texts and numbers with the same meaning; a missing value counts as false and as null.
    private static bool IsLike(JsonNode? value, string kind) => kind switch
    {
        "~true" => TruthOf(value) == true,
        "~false" => TruthOf(value) == false,
        "~null" => value is null || ReferenceEquals(value, Missing),
        "~*" => !ReferenceEquals(value, Missing),
        _ => false,
    };

    private static bool? TruthOf(JsonNode? value)
    {
        if (value is null || ReferenceEquals(value, Missing)) return false;
        if (value is not JsonValue scalar) return null;
        if (scalar.TryGetValue<bool>(out var truth)) return truth;
        if (!scalar.TryGetValue<string>(out var text)) return scalar.GetValue<double>() != 0;
        return text is "1" or "t" or "T" or "true" or "True" or "TRUE" ? true : text is "0" or "f" or "F" or "false" or "False" or "FALSE" ? false : null;
    }

    private static bool Compare(JsonNode? value, string op, string right)
    {
        var isText = right.Length >= 2 && right[0] == '"' && right[^1] == '"';
        var wanted = isText ? Regex.Replace(right[1..^1], @"\\(.)", "$1") : right;
        if (op is "%" or "!%") return value is JsonValue p && p.TryGetValue<string>(out var t) && Like(t, wanted) == (op == "%");
        var order = Order(value, wanted, isText);
        if (order is null) return op == "!=";
        return op switch
        {
            "==" or "=" => order == 0,
            "!=" => order != 0,
            "<" => order < 0,
            "<=" => order <= 0,
            ">" => order > 0,
            _ => order >= 0,
        };
    }

    private static int? Order(JsonNode? value, string wanted, bool isText)
    {
        if (value is null) return wanted == "null" ? 0 : null;
        if (value is not JsonValue scalar) return null;
        if (scalar.TryGetValue<string>(out var text)) return isText ? string.CompareOrdinal(text, wanted) : null;
        if (scalar.TryGetValue<bool>(out var truth)) return wanted is "true" or "false" ? truth.CompareTo(wanted == "true") : null;
        return !isText && double.TryParse(wanted, System.Globalization.CultureInfo.InvariantCulture, out var number)
            ? scalar.GetValue<double>().CompareTo(number) : null;
    }

    private static bool Like(string text, string pattern) => Regex.IsMatch(text,
        "^" + Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal).Replace("\\?", ".", StringComparison.Ordinal) + "$",
        RegexOptions.Singleline | RegexOptions.NonBacktracking);

    private static (JsonNode?, string) Select(JsonNode? node, string path)
    {
        var end = ClosingOf(path);
        var isObject = path[0] == '{';
        var (members, elements) = (new JsonObject(), new JsonArray());
        foreach (var item in SplitAtCommas(path[1..end]))
        {
            var colon = isObject && item.StartsWith('"') ? item.IndexOf("\":", StringComparison.Ordinal) : -1;
            var inner = colon > 0 ? item[(colon + 2)..] : item;
            var value = Walk(node, inner, out var exists);
            if (!exists) continue;
            if (isObject) members[colon > 0 ? item[1..colon] : LastName(inner)] = value?.DeepClone();
            else elements.Add(value?.DeepClone());
        }
        var rest = path[(end + 1)..].TrimStart('.', '|');
        return (isObject ? members : elements, rest);
    }

    private static string LastName(string path) => Unescape(path.Split('.', '|')[^1]);

    private static IEnumerable<string> SplitAtCommas(string text)
    {
        var (start, depth) = (0, 0);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] is '(' or '[' or '{') depth++;
            else if (text[i] is ')' or ']' or '}') depth--;
            else if (text[i] == ',' && depth == 0) { yield return text[start..i].Trim(); start = i + 1; }
        }
        yield return text[start..].Trim();
    }

    private static int ClosingOf(string path)
    {
        var depth = 0;
        for (var i = 0; i < path.Length; i++)
        {
            if (path[i] is '(' or '[' or '{') depth++;
            else if (path[i] is ')' or ']' or '}' && --depth == 0) return i;
        }
        return path.Length - 1;
    }

    private static (JsonNode?, string) Modify(JsonNode? node, string path)
    {
        var end = path.AsSpan().IndexOfAny('.', '|');
        var argumentAt = path.IndexOf(':', StringComparison.Ordinal);
        if (argumentAt > 0 && argumentAt + 1 < path.Length && path[argumentAt + 1] is '{' or '[' && (end < 0 || argumentAt < end))
            end = argumentAt + 1 + ClosingOf(path[(argumentAt + 1)..]) + 1 is var after && after < path.Length ? after : -1;
        var name = (end < 0 ? path : path[..end]).Split(':')[0];
        var rest = end < 0 ? "" : path[(end + 1)..];
        return (Apply(name, node), rest);
    }

    private static JsonNode? Apply(string modifier, JsonNode? node) => modifier switch
    {
        "@reverse" when node is JsonArray array => new JsonArray([.. array.Reverse().Select(e => e?.DeepClone())]),
        "@reverse" when node is JsonObject members => new JsonObject(members.Reverse().Select(m => KeyValuePair.Create(m.Key, m.Value?.DeepClone()))),
        "@keys" when node is JsonObject members => new JsonArray([.. members.Select(m => (JsonNode?)JsonValue.Create(m.Key))]),
        "@values" when node is JsonObject members => new JsonArray([.. members.Select(m => m.Value?.DeepClone())]),
        "@flatten" when node is JsonArray array =>
            new JsonArray([.. array.SelectMany(e => e is JsonArray inner ? inner.AsEnumerable() : [e]).Select(e => e?.DeepClone())]),
        "@join" when node is JsonArray array => Joined(array),
        "@tostr" => JsonValue.Create(node?.ToJsonString() ?? "null"),
        "@fromstr" when node is JsonValue value && value.TryGetValue<string>(out var text) => Parse(text),
        _ => node, // this, valid, pretty, ugly: the value is the same
    };

    private static JsonObject Joined(JsonArray array)
    {
        var joined = new JsonObject();
        foreach (var element in array.OfType<JsonObject>())
            foreach (var (key, value) in element) joined[key] = value?.DeepClone();
        return joined;
    }
}
