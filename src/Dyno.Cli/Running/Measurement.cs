using System.Collections.Immutable;
using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Experiments.Trials;
using Dyno.Inputs;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation;
using Dyno.Observation.Explanations;
using Dyno.Observation.Machines;
using Dyno.Observation.Processes;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Cli.Running;

/// <summary>Reads the plan, brings up the program under test when there is one, and runs the load on it.</summary>
internal sealed class Measurement(RunOptions options, ProgressLines progress, IRunListener listener, Interruption interruption)
{
    // The plan is read before the program is built, for its mistakes alone; where the program will listen is not known yet.
    private static readonly Uri NotYetKnown = new("http://127.0.0.1:1");

    /// <summary>Measures.</summary>
    /// <exception cref="UserFault">The command line or a file is wrong: everything at once.</exception>
    /// <exception cref="UserFault">The load cannot run.</exception>
    /// <exception cref="UserFault">The program under test did not come up.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before anything was measured.</exception>
    public async Task<RunResult> RunAsync()
    {
        var stopping = interruption.Signals.Stopping;
        var (plan, subject) = await Task.Run(ReadAll, stopping).WaitAsync(stopping); // a pipe may keep its reader waiting for ever
        var commit = await GitRevision.DescribeAsync(Environment.CurrentDirectory, stopping);
        return subject is null
            ? await LoadAsync(plan, commit)
            : await LoadSubjectAsync(subject, commit);
    }

    private async Task<RunResult> LoadSubjectAsync(SubjectOptions wanted, string? commit)
    {
        var load = new SubjectLoad
        {
            Subject = wanted,
            Plan = subject => ReadPlan(subject.BaseUrl, [], subject.Addresses),
            Observe = options.Observe,
            Signals = interruption.Signals,
            Listener = listener,
            Progress = new StageProgress(progress),
            Commit = commit,
            CeilingOf = CalibrationStore.CeilingOf,
        };
        return await load.RunAsync();
    }

    private async Task<RunResult> LoadAsync(TestPlan plan, string? commit)
    {
        var server = ListeningProcess.Of(plan); // one that is there already, on this machine
        return Explainer.Explain(await Runner.RunAsync(plan, new RunnerOptions
        {
            Machine = new MachineProbe(server?.Id, commit),
            Server = server is { } seen ? new ServerProbe(seen.Id, null, [], TimeProvider.System) { ProcessName = seen.Name } : null,
            Signals = interruption.Signals,
            AsksFirst = true,
            Listeners = [listener],
            CalibratedRequestsPerSecond = CalibrationStore.CeilingOf(plan),
        }));
    }

    private (TestPlan Plan, SubjectOptions? Subject) ReadAll()
    {
        var problems = new List<Problem>();
        var subject = options.Subject is { } request ? SubjectPlanReader.Read(request, problems) : null;
        try
        {
            var warnings = new List<Problem>();
            var plan = ReadPlan(subject is null ? null : NotYetKnown, warnings, [.. Enumerable.Repeat(NotYetKnown, subject?.Instances ?? 0)]);
            foreach (var warning in warnings) progress.Warn(warning.ToString());
            if (problems.Count == 0) return (plan, subject);
        }
        catch (UserFault wrong)
        {
            problems.AddRange(wrong.Problems);
        }
        throw new UserFault([.. problems]);
    }

    private TestPlan ReadPlan(Uri? rebaseTo, List<Problem> warnings, ImmutableArray<Uri> instances)
    {
        var plan = InputReader.Read(options.Load with { RebaseTo = rebaseTo, Instances = instances }, warnings);
        return options.Name is { } name ? plan with { Name = name } : plan;
    }
}
