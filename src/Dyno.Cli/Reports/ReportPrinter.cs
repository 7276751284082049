using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results.Runs;

namespace Dyno.Cli.Reports;

/// <summary>Prints a run on stdout.</summary>
internal static class ReportPrinter
{
    public static void Print(RunResult result, string format, Terminal terminal)
    {
        terminal.Out.Write(RunExporters.For(format).Export(result, new ReportStyle(terminal.Width, terminal.OutHasColour)));
        terminal.Out.Flush();
    }
}
