namespace Dyno.Cli;

/// <summary>
/// The hidden command <c>dyno host-subject</c>: the child process in which an agent runs a program under test. The first line of its input
/// says what to start. Orders follow, and the end of the input ends the program.
/// </summary>
internal sealed class HostSubjectCommand : Command
{
    public HostSubjectCommand(Terminal terminal) : base("host-subject", "Start a program under test for an agent of a fleet, watch it and stop it.")
    {
        Hidden = true;
        SetAction(async (_, cancellation) =>
        {
            if (ShareChannel.TakeLease() is not { } lease || await Console.In.ReadLineAsync(cancellation) is not { } line)
                throw new UserFault("only an agent runs host-subject", "write dyno run … --subject PATH --subject-on NAME");
            await using var reports = Console.OpenStandardOutput();
            await new SubjectHost(new SubjectChannel(lease, Console.In, reports, TimeProvider.System)).RunAsync(HostedSubject.Parse(line).ToOptions());
            await terminal.Out.FlushAsync(cancellation);
            return ExitCode.Success;
        });
    }
}
