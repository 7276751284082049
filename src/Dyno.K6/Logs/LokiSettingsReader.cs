using System.Globalization;
using Dyno.Load.Plans;
using Dyno.Results;
using Dyno.Results.Problems;

namespace Dyno.K6.Logs;

/// <summary>
/// Reads <c>loki=URL[,label.NAME=VALUE,header.NAME=VALUE,limit=N,level=LEVEL,pushPeriod=TIME,msgMaxSize=N,allowedLabels=[a,b],profile]</c>,
/// as k6 spells it.
/// </summary>
public static class LokiSettingsReader
{
    private const string Flag = "--log-output";
    private const string Example = "loki=http://127.0.0.1:3100/loki/api/v1/push";

    // Half of the characters that may wait, so that a single line never fills the memory for all lines. Loki takes less by default: 256 KB
    // for a line, 4 MiB at once.
    private const int MostCharacters = LokiLog.MostWaiting / 2;

    private static readonly TimeSpan LongestPeriod = TimeSpan.FromDays(1);

    private static readonly string[] Names = ["allowedLabels", "header.", "label.", "level", "limit", "msgMaxSize", "profile", "pushPeriod"];

    /// <summary>Whether a value of <c>--log-output</c> means Loki.</summary>
    public static bool Means(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text == "loki" || text.StartsWith("loki=", StringComparison.Ordinal) || text.StartsWith("loki,", StringComparison.Ordinal);
    }

    /// <summary>Reads the value.</summary>
    /// <exception cref="UserFault">Everything that is wrong with it.</exception>
    public static LokiSettings Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var problems = new List<Problem>();
        var parts = Parts(text);
        var settings = WithUrl(new LokiSettings(), parts[0].StartsWith("loki=", StringComparison.Ordinal) ? parts[0][5..] : "", problems);
        foreach (var part in parts.Skip(1)) settings = WithPart(settings, part, problems);
        return problems.Count == 0 ? settings : throw new UserFault([.. problems]);
    }

    // Splits at commas; commas within brackets separate the elements of a list instead.
    private static List<string> Parts(string text)
    {
        var parts = new List<string>();
        var (begin, depth) = (0, 0);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '[') depth++;
            else if (text[i] == ']') depth--;
            else if (text[i] == ',' && depth <= 0)
            {
                parts.Add(text[begin..i]);
                begin = i + 1;
            }
        }
        parts.Add(text[begin..]);
        return parts;
    }

    private static LokiSettings WithUrl(LokiSettings settings, string text, List<Problem> problems)
    {
        if (text.Length == 0) return settings;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https") || url.Host.Length == 0)
        {
            problems.Add(Problem($"'{Redaction.Url(text)}' is not a Loki URL", $"write {Example}"));
            return settings;
        }
        var bare = new UriBuilder(url) { UserName = "", Password = "", Fragment = "" };
        if (url.AbsolutePath == "/") bare.Path = LokiSettings.DefaultUrl.AbsolutePath;
        return settings with { Url = bare.Uri, UserInfo = url.UserInfo.Length > 0 ? Uri.UnescapeDataString(url.UserInfo) : null };
    }

    private static LokiSettings WithPart(LokiSettings settings, string part, List<Problem> problems)
    {
        var equals = part.IndexOf('=', StringComparison.Ordinal);
        var (name, value) = equals < 0 ? (part.Trim(), "") : (part[..equals].Trim(), part[(equals + 1)..]);
        switch (name)
        {
            case "limit": return settings with { Limit = Whole(name, value, problems) };
            case "msgMaxSize": return settings with { MostCharacters = Math.Min(Whole(name, value, problems), MostCharacters) };
            case "level": return settings with { LowestLevel = LevelOf(value, problems) };
            case "pushPeriod": return settings with { PushPeriod = PeriodOf(value, problems) };
            case "allowedLabels": return settings with { AllowedLabels = [.. ListOf(value, problems)] };
            case "profile": return settings with { IsProfiled = TruthOf(name, equals < 0 ? "true" : value, problems) };
        }
        if (name.StartsWith("label.", StringComparison.Ordinal)) return WithLabel(settings, name[6..], value, problems);
        if (name.StartsWith("header.", StringComparison.Ordinal)) return WithHeader(settings, name[7..], value, problems);
        var instead = NearestWord.Find(name, Names) is { } near ? $"did you mean {near}?" : $"there are {string.Join(", ", Names.Select(n => n.EndsWith('.') ? n + "NAME" : n))}";
        problems.Add(Problem($"loki has no setting '{Redaction.Text(name)}'", instead));
        return settings;
    }

    private static LokiSettings WithLabel(LokiSettings settings, string name, string value, List<Problem> problems)
    {
        var isName = name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');
        if (isName) return settings with { Labels = settings.Labels.SetItem(name, value) };
        problems.Add(Problem($"'{name}' cannot name a label", "write label.NAME=VALUE, the name with letters, digits and _"));
        return settings;
    }

    private static LokiSettings WithHeader(LokiSettings settings, string name, string value, List<Problem> problems)
    {
        using var request = new HttpRequestMessage();
        if (name.Length > 0 && !value.Any(char.IsControl) && TakesHeader(request, name, value))
            return settings with { Headers = settings.Headers.SetItem(name, value) };
        problems.Add(Problem($"'{name}' cannot be a header", "write header.NAME=VALUE, such as header.X-Scope-OrgID=tenant"));
        return settings;
    }

    private static bool TakesHeader(HttpRequestMessage request, string name, string value)
    {
        try
        {
            return request.Headers.TryAddWithoutValidation(name, value);
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static int Whole(string name, string value, List<Problem> problems)
    {
        if (int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1) return number;
        problems.Add(Problem($"{name}: '{value}' is not a whole number from 1 to {int.MaxValue}", $"write {name}={(name == "limit" ? 100 : 65536)}"));
        return 1;
    }

    private static string LevelOf(string value, List<Problem> problems)
    {
        if (LogLevels.Find(value) is { } level) return level;
        problems.Add(NoLevel(value));
        return LogLevels.Every;
    }

    private static TimeSpan PeriodOf(string value, List<Problem> problems)
    {
        if (DurationText.TryParseK6(value, out var period) && period > TimeSpan.Zero && period <= LongestPeriod) return period;
        problems.Add(Problem($"pushPeriod: '{value}' is not a time of at most one day", "write pushPeriod=1s"));
        return LongestPeriod;
    }

    private static string[] ListOf(string value, List<Problem> problems)
    {
        if (value.Length >= 2 && value[0] == '[' && value[^1] == ']')
            return value[1..^1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        problems.Add(Problem($"allowedLabels: '{value}' is not a list", "write allowedLabels=[level,source]"));
        return [];
    }

    private static bool TruthOf(string name, string value, List<Problem> problems)
    {
        if (bool.TryParse(value, out var truth)) return truth;
        problems.Add(Problem($"{name}: '{value}' is neither true nor false", $"write {name}, or leave it out"));
        return false;
    }

    /// <summary>What is wrong with a level.</summary>
    public static Problem NoLevel(string value) => Problem($"there is no level '{value}'", $"write one of {LogLevels.Forms}");

    private static Problem Problem(string what, string instead) => new(Flag, null, null, what, instead);
}
