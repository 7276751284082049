using System.Threading.Channels;

namespace Dyno.Fleet.Tests;

/// <summary>A host without a program: says what a real one would, and keeps what it is told.</summary>
internal sealed class FakeHost : IShareProcess
{
    private readonly Channel<ShareReport> _reports = Channel.CreateUnbounded<ShareReport>();

    /// <summary>What it was told, leases left out.</summary>
    public List<string> Told { get; } = [];

    /// <summary>Why it does not come up; null: it does.</summary>
    public string? Problem { get; init; }

    /// <summary>What its program says it has used.</summary>
    public long UsedNanos { get; init; }

    /// <summary>Whether the answer to its first reading comes only with that to the second.</summary>
    public bool IsLate { get; init; }

    public static SubjectRecord Record { get; } = new() { Source = "Api", CommandLine = "dotnet ./Api.dll", Url = "http://10.0.0.7:5000" };

    public void Say(SubjectReport report) => _reports.Writer.TryWrite(new ShareReport
    {
        Kind = ShareReportKind.Said,
        Text = Encoding.UTF8.GetString(FleetJson.Write(report)),
    });

    public IAsyncEnumerable<ShareReport> ReadAsync(CancellationToken cancellation)
    {
        Say(Problem is null ? new SubjectReport { Kind = SubjectReportKind.Up, Record = Record, Addresses = [new Uri(Record.Url)], ProcessId = 77 }
            : new SubjectReport { Kind = SubjectReportKind.Failed, Problem = Problem, Hint = "mend it" });
        if (Problem is not null) _reports.Writer.TryComplete();
        return _reports.Reader.ReadAllAsync(cancellation);
    }

    public Task TellAsync(string line)
    {
        if (line == "lease") return Task.CompletedTask;
        lock (Told) Told.Add(line);
        if (line.StartsWith(SubjectOrders.Watch, StringComparison.Ordinal)) Say(new SubjectReport { Kind = SubjectReportKind.Watched });
        if (SubjectOrders.NumberOf(line, SubjectOrders.End) is { } requests)
            Say(new SubjectReport { Kind = SubjectReportKind.Measured, WorkingSetBytes = requests });
        if (SubjectOrders.NumberOf(line, SubjectOrders.Read) is { } number && !(IsLate && number == 1))
        {
            if (IsLate && number == 2) SayCpu(1);
            SayCpu(number);
        }
        if (line != SubjectOrders.Stop) return Task.CompletedTask;
        Say(new SubjectReport { Kind = SubjectReportKind.Stopped, Record = Record });
        _reports.Writer.TryComplete();
        return Task.CompletedTask;
    }

    private void SayCpu(long number) => Say(new SubjectReport
    {
        Kind = SubjectReportKind.Read,
        Number = number,
        Cpu = new CpuReading(number, UsedNanos, null, 2),
    });

    public Task<(byte[]? Result, string LastWords)> EndAsync() => Task.FromResult<(byte[]?, string)>((null, ""));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
