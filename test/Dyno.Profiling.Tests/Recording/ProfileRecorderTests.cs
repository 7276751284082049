using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Dyno.Profiling.Tests;

/// <summary>The whole way from a running program to named stacks, on each rung of the ladder. The program is that of these tests, or a copy of it.</summary>
[Collection(nameof(OwnProcess))]
public sealed class ProfileRecorderTests
{
    private static readonly Lock Gate = new();

    /// <summary>As where the kernel gives no right to the better ones.</summary>
    [Theory]
    [InlineData(SamplerRung.System)]
    [InlineData(SamplerRung.Threads)]
    [InlineData(SamplerRung.Runtime)]
    public async Task The_method_that_burns_CPU_is_on_its_stacks_on_every_rung(SamplerRung best)
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        await using var recorder = await ProfileRecorder.BeginAsync([Environment.ProcessId], folder.Path, best, Cancelled);
        await recorder.StartSamplesAsync(Cancelled);
        Burn(TimeSpan.FromMilliseconds(600));
        await recorder.StopSamplesAsync();
        var launch = (await recorder.FinishAsync()).ShouldHaveSingleItem().ShouldNotBeNull();

        (recorder.Rung >= best).ShouldBeTrue();
        if (best > SamplerRung.System) recorder.Rung.ShouldNotBe(SamplerRung.System);
        launch.IsDamaged.ShouldBeFalse();
        launch.Samples.ShouldNotBeNull().Stacks.ShouldContain(s => s.Frames.Any(f => f.Kind == FrameKind.User && f.Name.EndsWith($"{nameof(ProfileRecorderTests)}.{nameof(Burn)}", StringComparison.Ordinal)));
        (launch.TraceFile is not null).ShouldBe(recorder.Rung == SamplerRung.Runtime);
    }

    /// <summary>As the handler of a minimal API in the delegate that is made for its endpoint, of which the runtime has no map.</summary>
    [Fact]
    public async Task A_method_that_is_inlined_in_one_made_at_run_time_is_on_the_stacks()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        await using var fromTheStart = (await TraceSession.BeginAsync(Environment.ProcessId, [new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x1010)],
            hasRundown: false, Path.Combine(folder.Path, $"start-{Environment.ProcessId}.nettrace"), Cancelled)).ShouldNotBeNull(); // as ProfileRecorder.Variables says
        await using var recorder = await ProfileRecorder.BeginAsync([Environment.ProcessId], folder.Path, SamplerRung.Threads, Cancelled);
        var time = Expression.Constant(TimeSpan.FromMilliseconds(600));
        var handled = Expression.Call(typeof(Handler), nameof(Handler.Handle), [], time);
        var made = Expression.Lambda<Func<int>>(Expression.Block(handled, Expression.Constant(0))).Compile(); // a last call would leave no frame
        await recorder.StartSamplesAsync(Cancelled);
        made();
        await recorder.StopSamplesAsync();
        await fromTheStart.EndAsync();
        var launch = (await recorder.FinishAsync()).ShouldHaveSingleItem().ShouldNotBeNull();

        var names = launch.Samples.ShouldNotBeNull().Stacks
            .Select(s => string.Join(' ', s.Frames.Select(f => f.Name.Replace("Dyno.Profiling.Tests.", "", StringComparison.Ordinal)))).ToList();
        names.ShouldContain(n => n.Contains($"{nameof(Handler)}.{nameof(Handler.Handle)} ProfileRecorderTests.{nameof(Burn)}", StringComparison.Ordinal),
            names.Find(n => n.Contains(nameof(Burn), StringComparison.Ordinal)) ?? "no sample");
    }

    [Fact]
    public async Task Without_any_sampler_allocations_exceptions_and_contentions_are_named_all_the_same()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        await using var recorder = await ProfileRecorder.BeginAsync([Environment.ProcessId], folder.Path, SamplerRung.Events, Cancelled);
        await recorder.StartSamplesAsync(Cancelled);
        await recorder.StopSamplesAsync();
        await recorder.StartEventsAsync(Cancelled);
        for (var i = 0; i < 20; i++) Throw();
        Contend();
        Allocate(64 << 20);
        await recorder.StopEventsAsync();
        var launch = (await recorder.FinishAsync())[0].ShouldNotBeNull() with { EventRequests = 20 };

        recorder.Rung.ShouldBe(SamplerRung.Events);
        launch.Samples.ShouldBeNull();
        var throwing = new OwnerTally([launch], l => l.Events).All.Where(e => e.What == "throws System.FormatException").ToList();
        throwing.ShouldContain(e => e.Owner.EndsWith(nameof(Throw), StringComparison.Ordinal) && e.PerRequest == 1);
        launch.Events.Stacks.ShouldContain(s => s.Frames.Last().Name == "contends for a lock");
        launch.Allocations.Stacks.ShouldContain(s => s.Frames.Any(f => f.Name.EndsWith(nameof(Allocate), StringComparison.Ordinal)));
        var record = ProgramProfile.Of(new ProfiledProgram { Launch = launch, Rung = recorder.Rung }, new NoSources());
        record.Methods.ShouldContain(m => m.Method.EndsWith(nameof(Throw), StringComparison.Ordinal) && m.Events.Length > 0);
        record.Graph.ShouldBeEmpty();
    }

    [Fact]
    public async Task Another_profiler_beside_it_disturbs_neither()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        await using var other = await TraceSession.BeginAsync(
            Environment.ProcessId, TraceProviders.Samples, hasRundown: true, Path.Combine(folder.Path, "other.nettrace"), Cancelled);
        await using var recorder = await ProfileRecorder.BeginAsync([Environment.ProcessId], folder.Path, SamplerRung.Runtime, Cancelled);
        await recorder.StartSamplesAsync(Cancelled);
        Burn(TimeSpan.FromMilliseconds(400));
        await recorder.StopSamplesAsync();
        var launch = (await recorder.FinishAsync())[0].ShouldNotBeNull();
        await other.ShouldNotBeNull().EndAsync();

        launch.Samples.ShouldNotBeNull().Total.ShouldBeGreaterThan(0);
        new FileInfo(other.File).Length.ShouldBeGreaterThan(0);
    }

    /// <summary>The runtime waits for a word before it runs the program, which is then killed.</summary>
    [Fact]
    public async Task A_program_that_ends_while_it_is_sampled_gives_what_was_there_and_no_fault()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        using var program = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["--list-tests"])
        {
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_DefaultDiagnosticPortSuspend"] = "1", ["TMPDIR"] = Path.GetTempPath() },
        })!;
        try
        {
            while (!Directory.EnumerateFiles(Path.GetTempPath(), $"dotnet-diagnostic-{program.Id}-*").Any()) await Task.Delay(20, Cancelled);
            await using var recorder = await ProfileRecorder.BeginAsync([program.Id], folder.Path, SamplerRung.System, Cancelled);
            await recorder.StartSamplesAsync(Cancelled);
            program.Kill();
            await program.WaitForExitAsync(Cancelled);
            await recorder.StopSamplesAsync();
            await recorder.StartEventsAsync(Cancelled);
            await recorder.StopEventsAsync();
            var launch = (await recorder.FinishAsync()).ShouldHaveSingleItem();

            launch?.Events.Total.ShouldBe(0);
        }
        finally
        {
            program.Kill();
        }
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private static class Handler
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Handle(TimeSpan time) => Burn(time);
    }

    // Optimised from the first call: a loop that is optimised while it runs hides its caller.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Burn(TimeSpan time)
    {
        var until = Environment.CpuUsage.TotalTime + time;
        while (Environment.CpuUsage.TotalTime < until)
            for (var i = 0; i < 100_000; i++) Sum += i * i;
    }

    private static long Sum { get; set; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw()
    {
        try
        {
            throw new FormatException();
        }
        catch (FormatException)
        {
            Sum++;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Allocate(int bytes)
    {
        for (var i = 0; i < bytes / 1000; i++) GC.KeepAlive(new byte[1000]);
    }

    private static void Contend()
    {
        using var holding = new ManualResetEventSlim();
        var other = new Thread(() =>
        {
            lock (Gate)
            {
                holding.Set();
                Thread.Sleep(200);
            }
        });
        other.Start();
        holding.Wait(Cancelled);
        lock (Gate) Sum++;
        other.Join();
    }

    private sealed class NoSources : ISourceMap
    {
        public string Relative(string file) => file;

        public string? TouchOf(string file, int first, int last) => null;
    }
}
