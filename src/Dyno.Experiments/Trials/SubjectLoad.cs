using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Observation.Processes;
using Dyno.Results.Runs;
using Dyno.Subjects;
using Dyno.Subjects.Pinning;

namespace Dyno.Experiments.Trials;

/// <summary>One launch of a program and one load on it, observed; the program is gone when it returns.</summary>
public sealed class SubjectLoad
{
    /// <summary>What to start.</summary>
    public required SubjectOptions Subject { get; init; }

    /// <summary>The load, once it is known where the program listens.</summary>
    public required Func<Uri, TestPlan> Plan { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>See the run while it goes on.</summary>
    public required IRunListener Listener { get; init; }

    /// <summary>Told how the program comes up; may be null.</summary>
    public IProgress<SubjectProgress>? Progress { get; init; }

    /// <summary>Git commit of the folder Dyno was called in; null outside a checkout.</summary>
    public string? Commit { get; init; }

    /// <summary>Starts, loads, stops.</summary>
    /// <exception cref="LoadException">The load cannot run.</exception>
    /// <exception cref="SubjectException">The program did not come up.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the program was up.</exception>
    public async Task<RunResult> RunAsync()
    {
        await using var subject = await Subjects.Subject.StartAsync(Subject, Progress, null, Signals.Stopping);
        var machine = new MachineProbe(subject.ProcessId, Commit); // before the pinning: it reads which CPUs were allowed
        using var pinning = GeneratorPinning.Apply(Subject.Cpus);
        var watch = FailWhenEndedAsync(subject);
        var result = await Runner.RunAsync(Plan(subject.BaseUrl), new RunnerOptions
        {
            Machine = machine,
            Server = new ProcProcessProbe(subject.ProcessId),
            Subject = subject.Record(),
            GeneratorCpuSet = pinning.Effective?.ToString(),
            Signals = Signals,
            Listeners = [Listener],
        });
        await subject.StopAsync();
        await watch;
        return result with { Subject = subject.Record() }; // again: by now it may have ended by itself
    }

    // A program that has ended will not come back: the rest of the load would measure refused connections.
    private async Task FailWhenEndedAsync(Subject subject)
    {
        await subject.Ended;
        if (subject.EndedByItself is { } code) Signals.Fail($"the program under test ended by itself with exit code {code}");
    }
}
