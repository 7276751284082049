namespace Dyno.History;

/// <summary>Records that were read, and what could not be.</summary>
/// <param name="Skipped">A sentence for each file that is no record.</param>
public sealed record RecordSet(ImmutableArray<HistoryRecord> Records, ImmutableArray<string> Skipped)
{
    /// <summary>Reads files; one that is no record is skipped, and said.</summary>
    public static RecordSet Of(IEnumerable<HistoryFile> files)
    {
        var records = ImmutableArray.CreateBuilder<HistoryRecord>();
        var skipped = ImmutableArray.CreateBuilder<string>();
        foreach (var file in files)
        {
            try
            {
                records.Add(HistoryRecordJson.Read(file.Text, file.Name));
            }
            catch (UserFault damaged)
            {
                skipped.Add($"skipped: {damaged.Message}");
            }
        }
        return new RecordSet(records.ToImmutable(), skipped.ToImmutable());
    }
}
