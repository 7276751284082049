namespace Dyno.Experiments;

/// <summary>
/// One launch of every variant, all up together, loaded in turns and profiled: CPU samples first, then allocations and other events. Its
/// rates and times count for nothing.
/// </summary>
internal sealed class ProfileRound(ExperimentPlan plan, VariantPreparation prepared, VariantLauncher launcher, IRunListener listener)
{
    private static readonly TimeSpan OfEvents = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan LeastWarmUp = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan MostWarmUp = TimeSpan.FromSeconds(8);

    /// <summary>How long the CPU of each variant is sampled.</summary>
    public required TimeSpan Measure { get; init; }

    /// <summary>The best rung of the samplers that may be taken.</summary>
    public SamplerRung Best { get; init; } = SamplerRung.System;

    /// <summary>Launches, loads and profiles the variants.</summary>
    /// <param name="number">The number of the round, which is part of the seed.</param>
    /// <param name="folder">Where the traces are written.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <exception cref="UserFault">A variant did not come up, or has no .NET process.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    public async Task<RoundProfile> RunAsync(ImmutableArray<VariantPlan> variants, int number, string folder, RunSignals signals)
    {
        var launched = new List<LaunchedVariant>();
        try
        {
            foreach (var (place, variant) in variants.Index())
                launched.Add(await launcher.LaunchAsync(variant, place,
                    options => options with { Environment = ProfileRecorder.Variables(options.Environment, folder) }, signals));
            return await ProfileAsync(variants, launched, number, folder, signals);
        }
        finally
        {
            foreach (var one in launched) await one.DisposeAsync();
        }
    }

    private async Task<RoundProfile> ProfileAsync(
        ImmutableArray<VariantPlan> variants, List<LaunchedVariant> launched, int number, string folder, RunSignals signals)
    {
        ImmutableArray<int?> processes = [.. launched.Select(one => one.Subject?.ProcessId is { } id ? DotnetProcess.Find(id) : null)];
        await using var recorder = await ProfileRecorder.BeginAsync(processes, folder, Best, signals.Stopping);
        using var pinning = GeneratorPinning.Apply(prepared.OptionsOf(variants[0]).Cpus);
        var sides = new List<DuetSide>();
        foreach (var (i, variant) in variants.Index()) sides.Add(await SideOfAsync(variant, launched, i, number, signals));
        await DuetRunner.RunAsync([.. sides], PlanOf(number, Measure, signals) with { BeforeMeasuring = () => recorder.StartSamplesAsync(signals.Stopping) });
        await recorder.StopSamplesAsync();
        ThrowIfOver(launched, variants, signals);
        var events = await DuetRunner.RunAsync([.. sides.Select(Warm)],
            PlanOf(number, OfEvents, signals) with { BeforeMeasuring = () => recorder.StartEventsAsync(signals.Stopping) });
        await recorder.StopEventsAsync();
        ThrowIfOver(launched, variants, signals);
        var profiles = await recorder.FinishAsync();
        return new RoundProfile([.. profiles.Zip(events, (p, run) => p is null ? null : p with { EventRequests = run.Measured.Totals.Requests })],
            recorder.Rung, recorder.WhyNotBetter, recorder.Lost);
    }

    private async Task<DuetSide> SideOfAsync(VariantPlan variant, List<LaunchedVariant> launched, int place, int number, RunSignals signals)
    {
        var one = launched[place];
        var load = TrialLoad.Read(plan, variant with { WarmUp = Longer(variant.WarmUp ?? plan.WarmUp) }, number, one.Url, one.Subject?.CertificateFile);
        var options = new RunnerOptions { Machine = new MachineProbe(), Signals = signals };
        return await one.WatchAsync(load, options, [.. launched.SelectMany(l => l.Processes)], null, ObserveLevel.Minimal);
    }

    // Code that the runtime still compiles has no fixed cost, and a busy machine compiles late.
    private static WarmUpRule Longer(WarmUpRule rule) => rule with { Minimum = Max(rule.Minimum, LeastWarmUp), Maximum = Max(rule.Maximum, MostWarmUp) };

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private static DuetSide Warm(DuetSide side) => side with { Plan = side.Plan with { WarmUp = TimeSpan.Zero, WarmUpLevel = null } };

    private static void ThrowIfOver(List<LaunchedVariant> launched, ImmutableArray<VariantPlan> variants, RunSignals signals)
    {
        foreach (var (one, variant) in launched.Zip(variants))
            if (one.Subject?.GoneBecause is { } why) throw new UserFault($"{variant.Name} was profiled: {why}", "run the comparison without --why to see whether it ends there, too");
        signals.Stopping.ThrowIfCancellationRequested();
    }

    private DuetPlan PlanOf(int number, TimeSpan measure, RunSignals signals) => new()
    {
        Slice = plan.Slice ?? DuetPlan.UsualSlice,
        Measure = measure,
        Seed = plan.Seed + number,
        Signals = signals,
        Listener = listener,
    };
}

/// <summary>What a round of profiles recorded.</summary>
/// <param name="Profiles">The profile of each variant, in their order; null for one that could not be profiled.</param>
/// <param name="WhyNotBetter">Why it was no better sampler; null when it was the best.</param>
/// <param name="Lost">Samples that were lost.</param>
internal sealed record RoundProfile(ImmutableArray<LaunchProfile?> Profiles, SamplerRung Rung, string? WhyNotBetter, long Lost);
