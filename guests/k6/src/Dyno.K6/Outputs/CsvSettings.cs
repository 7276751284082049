using Dyno.K6.Options;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.K6.Outputs;

/// <summary>
/// What <c>--out csv</c> writes, and how often: <c>csv=FILE</c> or <c>csv=fileName=FILE,saveInterval=TIME,timeFormat=FORMAT</c>. The
/// variables <c>K6_CSV_FILENAME</c>, <c>K6_CSV_SAVE_INTERVAL</c> and <c>K6_CSV_TIME_FORMAT</c> replace the defaults.
/// </summary>
internal sealed record CsvSettings
{
    private static readonly (string Name, string Variable)[] All =
        [("fileName", "K6_CSV_FILENAME"), ("saveInterval", "K6_CSV_SAVE_INTERVAL"), ("timeFormat", "K6_CSV_TIME_FORMAT")];

    public string FileName { get; init; } = "file.csv";

    public TimeSpan SaveInterval { get; init; } = TimeSpan.FromSeconds(1);

    public Func<long, string> Time { get; init; } = SampleTime.Format("unix")!;

    /// <summary>Reads the settings.</summary>
    /// <param name="argument">What stands after <c>csv=</c>; null for nothing.</param>
    /// <param name="environment">The variables.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static CsvSettings Read(string? argument, IReadOnlyDictionary<string, string> environment, OptionProblems problems)
    {
        var settings = new CsvSettings();
        foreach (var (name, variable) in All)
            if (environment.TryGetValue(variable, out var value) && value.Length > 0) settings = settings.With(name, value, variable, problems);
        if (argument is null) return settings;
        if (!argument.Contains('=', StringComparison.Ordinal)) return settings with { FileName = argument };
        foreach (var part in argument.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            settings = part.Split('=', 2) is [var name, var value] ? settings.With(name, value, "--out", problems) : settings.Unknown(part, problems);
        return settings;
    }

    private CsvSettings With(string name, string value, string where, OptionProblems problems)
    {
        switch (name)
        {
            case "fileName":
                return this with { FileName = value };
            case "saveInterval" when DurationText.TryParseK6(value, out var pause) && pause > TimeSpan.Zero && pause <= TimeSpan.FromDays(1):
                return this with { SaveInterval = pause };
            case "saveInterval":
                problems.Add(where, $"'{value}' is not a valid interval", "write 1s; at most one day");
                return this;
            case "timeFormat" when SampleTime.Format(value) is { } time:
                return this with { Time = time };
            case "timeFormat":
                problems.Add(where, $"'{value}' is not a format", "write unix, unix_milli, unix_micro, unix_nano, rfc3339 or rfc3339_nano");
                return this;
            default:
                return Unknown(name, problems);
        }
    }

    private CsvSettings Unknown(string name, OptionProblems problems)
    {
        problems.Add("--out", $"csv has no setting '{name}'", NearestWord.Find(name, All.Select(s => s.Name)) is { } near
            ? $"write {near}=…" : "write csv=FILE or csv=fileName=FILE,saveInterval=1s,timeFormat=unix");
        return this;
    }
}
