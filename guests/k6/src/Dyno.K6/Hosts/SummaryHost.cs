using System.Text;
using Dyno.JavaScript;
using Dyno.K6.Summaries;
using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Hosts;

/// <summary>What the script's <c>handleSummary()</c> wants to be written.</summary>
internal static class SummaryHost
{
    public static void AddTo(HostTable table, ScriptUser user) =>
        table.Add("summaryOutput", call => user.Run.SummaryOutputs.Add(new SummaryOutput(call.Text(0), ContentOf(call))));

    private static byte[] ContentOf(HostCall call) => call.IsBytes(1) ? call.Bytes(1).ToArray() : Encoding.UTF8.GetBytes(call.Text(1));
}
