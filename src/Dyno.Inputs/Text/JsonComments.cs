namespace Dyno.Inputs;

/// <summary>Takes comments (<c>// …</c>, <c>/* … */</c>) out of JSON, as Postman does before it sends a body.</summary>
internal static class JsonComments
{
    public static string Remove(string json)
    {
        if (!json.Contains("//", StringComparison.Ordinal) && !json.Contains("/*", StringComparison.Ordinal)) return json;
        var kept = new StringBuilder(json.Length);
        for (var at = 0; at < json.Length;)
        {
            var end = EndOfComment(json, at);
            if (end > at)
            {
                at = end;
                continue;
            }

            end = json[at] == '"' ? EndOfText(json, at) : at + 1;
            kept.Append(json, at, end - at);
            at = end;
        }

        var lines = kept.ToString().Split('\n');
        var original = json.Split('\n').Count(string.IsNullOrWhiteSpace);
        return string.Join('\n', original > 0 ? lines : lines.Where(l => !string.IsNullOrWhiteSpace(l))).Trim();
    }

    private static int EndOfComment(string json, int at)
    {
        if (at + 1 >= json.Length || json[at] != '/') return at;
        if (json[at + 1] == '/') return json.IndexOf('\n', at) is >= 0 and var line ? line : json.Length;
        if (json[at + 1] != '*') return at;
        return json.IndexOf("*/", at + 2, StringComparison.Ordinal) is >= 0 and var close ? close + 2 : json.Length;
    }

    private static int EndOfText(string json, int at)
    {
        for (at++; at < json.Length && json[at] != '"'; at++)
            if (json[at] == '\\') at++;
        return Math.Min(at + 1, json.Length);
    }
}
