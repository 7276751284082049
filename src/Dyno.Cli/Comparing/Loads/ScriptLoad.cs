using System.Collections.Immutable;
using Dyno.Cli.Doctor;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Cli.Scripts;
using Dyno.Experiments.Loads;
using Dyno.JavaScript;
using Dyno.K6;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Cli.Comparing;

/// <summary>A k6 script as the load of an experiment. It finds the program under test in <c>__ENV.BASE_URL</c>.</summary>
internal sealed class ScriptLoad(ProgressLines progress) : ICodedLoad
{
    private const string UrlVariable = "BASE_URL";
    private static readonly Uri NotYetKnown = new("http://127.0.0.1:1");

    public bool Takes(string path) => ScriptWords.IsScript(path);

    public async Task<CodedLoadPlan> PrepareAsync(string path, TrialShape shape, CancellationToken cancellation)
    {
        using var session = await OpenAsync(path, NotYetKnown, [], null, new RunSignals(), shape.Environment);
        try
        {
            var plan = shape.ApplyTo(session.Plan);
            PlanRules.ThrowIfInvalid(plan);
            var models = plan.Scenarios.Select(s => s.Executor.Model).Distinct().ToList();
            return new CodedLoadPlan(plan.Scenarios.Max(s => s.StartTime + s.Executor.Length), models is [var only] ? only : LoadModel.Mixed);
        }
        catch (UserFault wrong)
        {
            throw new UserFault([new Problem(path, null, null, wrong.Message, wrong.Hint)]);
        }
    }

    public async Task<RunResult> RunAsync(CodedTrial trial)
    {
        using var session = await OpenAsync(trial.Path, trial.BaseUrl, trial.Instances, trial.CertificateFile, trial.Runner.Signals, trial.Shape.Environment);
        var plan = trial.Shape.ApplyTo(session.Plan) with { Seed = trial.Seed };
        var result = await Runner.RunAsync(plan, session.With(trial.Runner with { CalibratedRequestsPerSecond = CalibrationStore.CeilingOf(plan) }));
        return session.Failure is { } failure ? result with { Outcome = RunOutcome.Failed, OutcomeReason = failure.Message } : result;
    }

    private async Task<K6Session> OpenAsync(string path, Uri baseUrl, ImmutableArray<Uri> instances, string? certificateFile, RunSignals signals,
        ImmutableSortedDictionary<string, string> variables)
    {
        try
        {
            var warnings = new List<string>();
            return await K6Session.OpenAsync(RequestOf(path, baseUrl, instances, certificateFile, signals, variables), warnings);
        }
        catch (UserFault failure)
        {
            throw new UserFault([new Problem(path, null, null, failure.Message, failure.Hint)]);
        }
        catch (ScriptEngineMissingException missing)
        {
            throw new UserFault([new Problem(path, null, null, missing.Message, missing.Hint)]);
        }
    }

    // The script's thresholds judge a run; here the rounds are judged.
    private K6Request RequestOf(string path, Uri baseUrl, ImmutableArray<Uri> instances, string? certificateFile, RunSignals signals,
        ImmutableSortedDictionary<string, string> variables) => new()
    {
        Script = path,
        Folder = Path.GetDirectoryName(path)!,
        Environment = ProcessVariables.Read(),
        Variables = ImmutableSortedDictionary<string, string>.Empty.Add(UrlVariable, baseUrl.GetLeftPart(UriPartial.Authority))
            .AddRange(InstanceVariables.Of(UrlVariable, instances)).SetItems(variables),
        TrustedFile = certificateFile,
        Flags = [("paused", "--paused", "false")], // rounds begin by themselves
        NoThresholds = true,
        Log = new ScriptLog(new WarningWriter(progress), LogFormat.Raw, isVerbose: false, TimeProvider.System) { ConsoleOutput = TextWriter.Null },
        Signals = signals,
        Fetch = ModuleDownload.Get,
        ModuleCache = UserCache.Modules,
        CompiledCache = UserCache.Compiled,
    };
}
