namespace Dyno.K6;

/// <summary>What the script's <c>handleSummary()</c> wants to be written.</summary>
internal static class SummaryHost
{
    public static void AddTo(HostTable table, ScriptUser user) =>
        table.Add("summaryOutput", call => user.Run.SummaryOutputs.Add(new SummaryOutput(call.Text(0), ContentOf(call))));

    private static byte[] ContentOf(HostCall call) => call.IsBytes(1) ? call.Bytes(1).ToArray() : Encoding.UTF8.GetBytes(call.Text(1));
}
