using System.Runtime.InteropServices;

namespace Dyno.Scenarios;

/// <summary>
/// The terminal of a load program. No other code of Dyno.Scenarios uses the terminal; here the library is the program, because the
/// caller of <c>Run(args)</c> asks for that. Lines go to stderr, the report to stdout.
/// </summary>
internal sealed class ProgramTerminal : IRunListener
{
    private const int SecondsBetweenLines = 5;
    private const int WrongInput = 104;
    private static int _endsQuietly;
    private static volatile RunSignals? _signals;
    private int _snapshots;
    private RunPhase _phase;

    public static int Width => Console.IsOutputRedirected ? 120 : Math.Max(60, Console.WindowWidth);

    public static void Print(string text)
    {
        Console.Out.Write(text);
        Console.Out.Flush();
    }

    public static void Say(string text) => Console.Error.WriteLine($"dyno: {text}");

    public static void Fail(string text, string? hint)
    {
        foreach (var line in text.Split('\n')) Say(line);
        if (hint is not null) Say($"  {hint}");
        Environment.ExitCode = WrongInput;
        EndQuietly();
    }

    // The exception continues to the program. When the program does not catch it, the text above has said everything, so the process ends
    // without a stack trace. A test catches it.
    private static void EndQuietly()
    {
        if (Interlocked.Exchange(ref _endsQuietly, 1) != 0) return;
        AppDomain.CurrentDomain.UnhandledException += static (_, e) =>
        {
            if (e.ExceptionObject is not UserFault) return;
            Environment.Exit(WrongInput);
        };
    }

    public void OnSnapshot(RunSnapshot snapshot)
    {
        if (snapshot.Phase == _phase && ++_snapshots % SecondsBetweenLines != 0) return;
        _phase = snapshot.Phase;
        var times = snapshot.P50Nanos > 0 ? $", p50 {FigureText.Time(snapshot.P50Nanos)}, p99 {FigureText.Time(snapshot.P99Nanos)}" : ", no answers";
        var figures = $"{FigureText.Rate(snapshot.RequestsPerSecond)}{times}";
        var troubles = $"{(snapshot.FailedRequests > 0 ? $", {FigureText.Count(snapshot.FailedRequests)} failed" : "")}"
            + $"{(snapshot.DroppedIterations > 0 ? $", {FigureText.Count(snapshot.DroppedIterations)} dropped" : "")}";
        Say($"{snapshot.Phase.ToString().ToLowerInvariant(),-8} {snapshot.Elapsed:mm\\:ss}  {figures}{troubles}");
    }

    /// <summary>Under <c>dyno run</c>: obeys the words that Dyno writes to stdin; the end of stdin means that Dyno is gone.</summary>
    public static void Follow(RunSignals signals)
    {
        if (Interlocked.Exchange(ref _signals, signals) is not null) return; // a further run of the program
        var words = Console.In;
        new Thread(() =>
        {
            while (words.ReadLine() is { } word)
                if (word == "stop") _signals!.Stop();
                else if (word == "abort") _signals!.Abort();
            _signals!.Abort();
        })
        { IsBackground = true, Name = "dyno run" }.Start();
    }

    /// <summary>Ignores Ctrl-C: a program under <c>dyno run</c> leaves the decision on Ctrl-C to <c>dyno run</c>.</summary>
    public static IDisposable IgnoreInterruption() => new Registrations(
        [.. new[] { PosixSignal.SIGINT, PosixSignal.SIGHUP }.Select(s => PosixSignalRegistration.Create(s, static context => context.Cancel = true))]);

    /// <summary>The first Ctrl-C or SIGTERM stops the run, the second cuts work in flight, the third ends the process.</summary>
    public static IDisposable HandleInterruption(RunSignals signals)
    {
        var times = 0;
        void Handle(PosixSignalContext context)
        {
            var time = Interlocked.Increment(ref times);
            context.Cancel = time <= 2;
            if (time == 1) { Say("stopping: work in flight ends, then the report follows (Ctrl-C again cuts it)"); signals.Stop(); }
            else if (time == 2) { Say("aborting: work in flight is cut"); signals.Abort(); }
        }
        var heeded = new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP };
        return new Registrations([.. heeded.Select(signal => PosixSignalRegistration.Create(signal, Handle))]);
    }

    private sealed class Registrations(PosixSignalRegistration[] registrations) : IDisposable
    {
        public void Dispose()
        {
            foreach (var registration in registrations) registration.Dispose();
        }
    }
}
