namespace Dyno.Subjects;

/// <summary>
/// Makes a process end when Dyno ends, on Linux. A short shell script, the watcher, holds the reading end of a pipe; only Dyno holds the
/// writing end. However Dyno ends, the kernel closes the writing end; the watcher then reads the end of the pipe and kills the process with
/// its descendants, also those in sessions of their own (PostgreSQL's are), and the rest of the process group. The program is protected at
/// every moment: the shell starts the watcher before it becomes the program, and if Dyno has ended even earlier, the pipe has already
/// ended. (PR_SET_PDEATHSIG would be simpler, but takes effect when the starting <em>thread</em> ends, and does not reach children.)
/// </summary>
internal sealed class Lifeline
{
    // $1: output file; the rest: the program and its arguments. A subshell that ends at once starts the watcher, so the watcher is not a
    // child of the program. The watcher ignores the signals that ask the group to end. A process is stopped before its children are listed, so
    // that it makes no further ones. $$ is the program: the watcher is in its group, so the system gives its id to no other process.
    private const string Script = """
        exec 3<&0 </dev/null >>"$1" 2>&1
        shift
        tree() { kill -STOP "$1"; for child in $(cat /proc/"$1"/task/*/children); do tree "$child"; done; kill -KILL "$1"; }
        ( ( trap '' TERM INT HUP; read -r _ <&3; tree $$; kill -KILL 0 ) >/dev/null 2>&1 & )
        exec 3<&-
        exec "$@"
        """;

    private readonly string _setsid;

    private Lifeline(string setsid) => _setsid = setsid;

    /// <summary>The lifeline for this system; null where it has none.</summary>
    public static Lifeline? Find() => OperatingSystem.IsLinux() && SearchPath.Find("setsid") is { } setsid ? new(setsid) : null;

    /// <summary>How to start a program in its own session, with its watcher.</summary>
    public ProcessStartInfo Wrap(ProcessPlan plan)
    {
        List<string> arguments = ["/bin/sh", "-c", Script, "dyno-lifeline", plan.OutputFile];
        arguments.AddRange(VariablesTheShellDrops(plan));
        arguments.Add(plan.FileName);
        arguments.AddRange(plan.Arguments);
        // Standard input is the pipe of the watcher: nothing is ever written to it.
        return new ProcessStartInfo(_setsid, arguments) { RedirectStandardInput = true, UseShellExecute = false };
    }

    // A POSIX shell may drop variables whose names are not identifiers, such as "My.Setting" (dash drops them): env sets these variables again.
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
