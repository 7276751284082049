using System.Security.Cryptography;

namespace Dyno.Results;

/// <summary>
/// A <see cref="HistoryRecord"/> as a JSON document, and the name of its file, which tells the content: the same record always has the same
/// file, and two records never share one.
/// </summary>
public static class HistoryRecordJson
{
    /// <summary>The ending of the files.</summary>
    public const string Ending = ".json";

    private const int DigitsOfCommit = 12;
    private const int DigitsOfContent = 20;
    private const int MostPairs = 1000;

    /// <summary>The name of the file of a document: the commit, and the beginning of the document's SHA-256.</summary>
    public static string NameOf(HistoryRecord record, string document) => $"{record.Commit.Id[..Math.Min(DigitsOfCommit, record.Commit.Id.Length)]}-{Digest(document)}{Ending}";

    /// <summary>Reads a document.</summary>
    /// <param name="file">The name of its file, which must tell its content.</param>
    /// <exception cref="UserFault">The document is no record, is damaged, or has a later version.</exception>
    public static HistoryRecord Read(string json, string file)
    {
        try
        {
            if (json.Length > 4 * HistoryRecord.MostBytes) throw new JsonException($"it is larger than {4 * HistoryRecord.MostBytes:N0} bytes");
            if (ResultDocument<HistoryRecord>.VersionOf(json) is not (> 0 and var version)) throw new JsonException("it has no schemaVersion");
            if (version > HistoryRecord.CurrentSchemaVersion)
                throw new UserFault($"{file}: a record of a later version; this Dyno reads versions up to {HistoryRecord.CurrentSchemaVersion}", "read it with a later Dyno");
            var record = ResultDocument<HistoryRecord>.Whole(json);
            if (WrongIn(record) is { } wrong) throw new JsonException(wrong);
            return NameOf(record, json) == file ? record : throw new JsonException("its content is not what its name says: it was changed or cut off");
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{file}: is no record of a history: {wrong.Message.Split(". ")[0].TrimEnd('.')}", "remove the file, or restore it", wrong);
        }
    }

    private static string? WrongIn(HistoryRecord record)
    {
        if (!IsCommit(record.Commit.Id)) return "commit.id is no commit id";
        if (record.Commit.Parents.Any(parent => !IsCommit(parent))) return "commit.parents has something else than commit ids";
        if (record.Baseline.Commit is { } baseline && !IsCommit(baseline)) return "baseline.commit is no commit id";
        if (record.Yardstick?.Commit is { } yardstick && !IsCommit(yardstick)) return "yardstick.commit is no commit id";
        if (record.Pairs.Length > MostPairs) return "it has too many pairs";
        return record.Pairs.SelectMany(pair => pair.Metrics).Any(IsWrong) ? "a ratio or its interval is impossible" : null;
    }

    private static bool IsWrong(MetricRecord metric) =>
        !IsRatio(metric.Ratio) || !IsRatio(metric.Low) || !IsRatio(metric.High) || metric.Low > metric.Ratio || metric.High < metric.Ratio
            || metric.Level is { } level && level is not (> 0 and < 1) || metric.Rounds < 0 || metric.LogRatios.Any(ratio => !double.IsFinite(ratio));

    private static bool IsRatio(double? ratio) => ratio is null or (> 1e-6 and < 1e6);

    private static bool IsCommit(string id) => id.Length is >= 7 and <= 64 && id.All(char.IsAsciiHexDigitLower);

    private static string Digest(string document) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(document)))[..DigitsOfContent];
}
