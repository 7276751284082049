namespace Dyno.Bench;

/// <summary>The output and the cost of a process.</summary>
/// <param name="Output">Standard output, then standard error.</param>
/// <param name="CpuSeconds">User and system time over its whole life, as the kernel accounts it.</param>
/// <param name="PeakBytes">Largest resident set seen.</param>
/// <param name="Resident">Resident set over time.</param>
internal sealed record EndedProcess(
    string Output, double CpuSeconds, long PeakBytes, IReadOnlyList<(TimeSpan At, long Bytes)> Resident);

/// <summary>Runs one process at a time, pinned to a CPU, to its end.</summary>
internal static class ChildProcess
{
    /// <summary>
    /// Runs one process to its end. Its CPU time is the growth of the kernel's account of ended children. That is exact, including the last
    /// moments of the process, as long as no other child ends meanwhile; the canned server outlives every client.
    /// </summary>
    public static EndedProcess Run(int cpu, string program, string[] arguments)
    {
        var before = Libc.EndedChildrenCpuSeconds();
        using var process = Process.Start(Pinned(cpu, program, arguments))!;
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        var resident = Watch(process, out var peak);
        var text = output.Result + errors.Result;
        return new(text, Libc.EndedChildrenCpuSeconds() - before, peak, resident);
    }

    public static ProcessStartInfo Pinned(int cpu, string program, string[] arguments) =>
        new("taskset", ["-c", $"{cpu}", program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

    private static List<(TimeSpan, long)> Watch(Process process, out long peak)
    {
        var watch = Stopwatch.StartNew();
        var resident = new List<(TimeSpan, long)>();
        peak = 0;
        while (!process.WaitForExit(TimeSpan.FromMilliseconds(200)))
        {
            var (now, high) = ResidentSet(process.Id);
            peak = Math.Max(peak, high);
            if (now > 0) resident.Add((watch.Elapsed, now));
        }

        process.WaitForExit();
        return resident;
    }

    private static (long Now, long High) ResidentSet(int process)
    {
        try
        {
            var lines = File.ReadLines($"/proc/{process}/status").ToList();
            return (BytesOf("VmRSS:"), BytesOf("VmHWM:"));

            long BytesOf(string name) =>
                lines.Find(line => line.StartsWith(name, StringComparison.Ordinal)) is { } line
                    ? long.Parse(line[name.Length..^"kB".Length], CultureInfo.InvariantCulture) * 1024
                    : 0;
        }
        catch (IOException)
        {
            return (0, 0); // the process ended between two samples
        }
    }
}
