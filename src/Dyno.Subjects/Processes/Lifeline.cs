using System.Diagnostics;

namespace Dyno.Subjects.Processes;

/// <summary>
/// Ties a process to Dyno's life on Linux. A shell of a few lines holds the reading end of a pipe; Dyno alone holds the
/// writing end. However Dyno dies, the kernel closes its end; the shell then reads the end of the pipe and kills the
/// process group. No moment is unprotected: the shell starts the watcher before it becomes the program, and a Dyno that
/// died even earlier has left an ended pipe. (PR_SET_PDEATHSIG would be simpler, but fires when the starting
/// <em>thread</em> ends, and reaches no children.)
/// </summary>
internal sealed class Lifeline
{
    // $1: output file; the rest: the program and its arguments. The watcher is started by a subshell that ends at once,
    // so it is not the program's child; it is deaf to the signals that ask the group to end.
    private const string Script = """
        exec 3<&0 </dev/null >>"$1" 2>&1
        shift
        ( ( trap '' TERM INT HUP; read -r _ <&3; kill -KILL 0 ) >/dev/null 2>&1 & )
        exec 3<&-
        exec "$@"
        """;

    private readonly string _setsid;

    private Lifeline(string setsid) => _setsid = setsid;

    /// <summary>The lifeline for this system; null where there is none.</summary>
    public static Lifeline? Find() => OperatingSystem.IsLinux() && SearchPath.Find("setsid") is { } setsid ? new(setsid) : null;

    /// <summary>The start of a program in a session of its own, with its watcher.</summary>
    public ProcessStartInfo Wrap(ProcessPlan plan)
    {
        List<string> arguments = ["/bin/sh", "-c", Script, "dyno-lifeline", plan.OutputFile];
        arguments.AddRange(VariablesTheShellDrops(plan));
        arguments.Add(plan.FileName);
        arguments.AddRange(plan.Arguments);
        // Standard input is the lifeline: nothing is ever written to it.
        return new ProcessStartInfo(_setsid, arguments) { RedirectStandardInput = true, UseShellExecute = false };
    }

    // A POSIX shell need not hand on variables whose name is not an identifier (dash does not), such as "My.Setting":
    // those are set again by env.
    private static IEnumerable<string> VariablesTheShellDrops(ProcessPlan plan)
    {
        var odd = plan.Environment
            .Where(entry => entry.Value is not null && !IsIdentifier(entry.Key))
            .Select(entry => $"{entry.Key}={entry.Value}")
            .ToList();
        return odd.Count == 0 ? [] : ["/usr/bin/env", .. odd];
    }

    private static bool IsIdentifier(string name) =>
        name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(name[0]);
}
