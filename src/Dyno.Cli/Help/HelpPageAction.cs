using System.CommandLine.Invocation;

namespace Dyno.Cli;

/// <summary>Prints the help page of the command that was asked for.</summary>
internal sealed class HelpPageAction(Terminal terminal) : SynchronousCommandLineAction
{
    public override bool Terminating => true;

    public override int Invoke(ParseResult parseResult)
    {
        terminal.Out.Write(HelpPage.Of(parseResult.CommandResult.Command, Math.Min(terminal.Width, 100)));
        return ExitCode.Success;
    }
}
