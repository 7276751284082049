namespace Dyno.Cli.EndToEnd.Tests;

public sealed class CalibrationStoreTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-calibration-").FullName;

    private CalibrationStore Store => new(Path.Combine(_folder, "new", "calibration.json"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Keeps_one_a_machine_and_number_of_workers_and_the_latest_of_it()
    {
        Store.CeilingOf(1).ShouldBeNull();

        Store.Save(Of(CalibrationStore.ThisMachine, 1, 100_000));
        Store.Save(Of(CalibrationStore.ThisMachine, 2, 180_000));
        Store.Save(Of("another machine", 1, 999_000));
        Store.Save(Of(CalibrationStore.ThisMachine, 1, 120_000));

        Store.CeilingOf(1).ShouldBe(120_000);
        Store.CeilingOf(2).ShouldBe(180_000);
        Store.CeilingOf(4).ShouldBeNull();
        Store.Find("another machine", 1)!.RequestsPerSecond.ShouldBe(999_000);
    }

    [Fact]
    public void A_damaged_file_is_as_good_as_none_and_is_replaced()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "new"));
        File.WriteAllText(Store.Location, "[{ cut");
        Store.CeilingOf(1).ShouldBeNull();

        Store.Save(Of(CalibrationStore.ThisMachine, 1, 100_000));
        Store.CeilingOf(1).ShouldBe(100_000);
    }

    private static Calibration Of(string machine, int workers, double rate) => new()
    {
        Machine = machine,
        Workers = workers,
        RequestsPerSecond = rate,
        CpuMicrosPerRequest = 5,
        MeasuredAt = default,
        Version = "0.1.0",
    };
}
