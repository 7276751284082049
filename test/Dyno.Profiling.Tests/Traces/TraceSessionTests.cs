namespace Dyno.Profiling.Tests;

/// <summary>Sessions with the runtime of these tests.</summary>
public sealed class TraceSessionTests
{
    [Fact]
    public async Task A_rundown_names_the_methods_of_the_program()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        var reader = await RecordAsync(Path.Combine(folder.Path, "names.nettrace"));

        reader.Methods.ShouldContain(m => m.Type.Contains(nameof(TraceSessionTests), StringComparison.Ordinal));
        reader.Paths.ShouldContain(typeof(TraceSessionTests).Assembly.Location);
    }

    [Fact]
    public async Task A_trace_that_is_cut_short_gives_what_was_there()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        var file = Path.Combine(folder.Path, "names.nettrace");
        var whole = (await RecordAsync(file)).Methods.Count;
        var bytes = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
        var half = new RundownReader();

        half.Read(new MemoryStream(bytes, 0, bytes.Length / 2));

        half.Methods.Count.ShouldBeInRange(1, whole - 1);
    }

    [Fact]
    public void What_is_no_trace_is_refused()
    {
        Should.Throw<InvalidDataException>(() => new RundownReader().Read(new MemoryStream("Nothing like a trace at all"u8.ToArray())));
        new RundownReader().Read(new MemoryStream("Nettr"u8.ToArray())); // the file of a program that ended at once
    }

    [Fact]
    public async Task A_process_without_diagnostics_has_no_session()
    {
        using var folder = OwnedFolder.Create("dyno-test-");

        (await BeginAsync(int.MaxValue - 1, Path.Combine(folder.Path, "x"))).ShouldBeNull();
    }

    private static Task<TraceSession?> BeginAsync(int process, string file) =>
        TraceSession.BeginAsync(process, TraceProviders.Names, hasRundown: true, file, TestContext.Current.CancellationToken);

    private static async Task<RundownReader> RecordAsync(string file)
    {
        await using (var session = await BeginAsync(Environment.ProcessId, file))
            await session.ShouldNotBeNull().EndAsync();
        var reader = new RundownReader();
        await using var trace = File.OpenRead(file);
        reader.Read(trace);
        return reader;
    }
}
