using Dyno.Inputs.Problems;
using Dyno.K6.Options;
using Dyno.Load.Plans;

namespace Dyno.K6.Outputs;

/// <summary>
/// Where and how <c>--out csv</c> writes: <c>csv=FILE</c>, or k6's <c>csv=fileName=FILE,timeFormat=rfc3339,saveInterval=2s</c>, before the
/// variables <c>K6_CSV_*</c>.
/// </summary>
/// <param name="File">The file; empty or <c>-</c> is the standard output.</param>
/// <param name="Time">How times are written.</param>
internal sealed record CsvSettings(string File, Func<long, string> Time)
{
    private static readonly string[] Names = ["fileName", "saveInterval", "timeFormat"];

    /// <summary>Reads them; null when something is wrong with them.</summary>
    /// <param name="argument">What stands behind <c>csv=</c>; null when nothing does.</param>
    /// <param name="environment">The variables.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static CsvSettings? Read(string? argument, IReadOnlyDictionary<string, string> environment, OptionProblems problems)
    {
        var file = environment.GetValueOrDefault("K6_CSV_FILENAME", "file.csv");
        var (interval, intervalFrom) = (environment.GetValueOrDefault("K6_CSV_SAVE_INTERVAL", "1s"), "K6_CSV_SAVE_INTERVAL");
        var (format, formatFrom) = (environment.GetValueOrDefault("K6_CSV_TIME_FORMAT", "unix"), "K6_CSV_TIME_FORMAT");
        if (argument is not null && !argument.Contains('=', StringComparison.Ordinal)) file = argument;
        else
            foreach (var part in argument?.Split(',') ?? [])
                switch (part.Split('=', 2))
                {
                    case ["fileName", var value]: file = value; break;
                    case ["saveInterval", var value]: (interval, intervalFrom) = (value, "--out csv=saveInterval"); break;
                    case ["timeFormat", var value]: (format, formatFrom) = (value, "--out csv=timeFormat"); break;
                    case [var name, ..]:
                        problems.Add("--out", $"csv has no setting '{name}'", $"write {NearestWord.Find(name, Names) ?? Names[0]}=…, or csv=FILE");
                        return null;
                }
        var time = SampleTime.Format(format);
        if (time is null) problems.Add(formatFrom, $"'{format}' is no format", "write unix, unix_milli, unix_micro, unix_nano, rfc3339 or rfc3339_nano");
        // Samples are written as they come: the interval has nothing to do, but a wrong one is told, as in k6.
        var isTime = DurationText.TryParseK6(interval, out _);
        if (!isTime) problems.Add(intervalFrom, $"'{interval}' is no time", "write 1s");
        return time is null || !isTime ? null : new CsvSettings(file, time);
    }
}
