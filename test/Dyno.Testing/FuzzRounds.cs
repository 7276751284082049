using System.Diagnostics;

namespace Dyno.Testing;

/// <summary>
/// Repeats a fuzz test: a fixed number of rounds with a fixed seed in a test run, or for a time with a fresh seed when
/// <c>./build fuzz</c> sets DYNO_FUZZ_SECONDS. An input that breaks something is kept as a file, and the failure names the file and the seed.
/// </summary>
public static class FuzzRounds
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>Runs the rounds.</summary>
    /// <param name="count">The number of rounds in a test run.</param>
    /// <param name="seed">The seed in a test run.</param>
    /// <param name="round">Makes one input, with a file name, from random numbers.</param>
    /// <param name="check">Reads one input; throws when it finds an error.</param>
    public static void Run(int count, int seed, Func<Random, (string Name, byte[] Bytes)> round, Action<string, byte[]> check)
    {
        ArgumentNullException.ThrowIfNull(round);
        ArgumentNullException.ThrowIfNull(check);
        var seconds = int.TryParse(Environment.GetEnvironmentVariable("DYNO_FUZZ_SECONDS"), CultureInfo.InvariantCulture, out var given) ? given : 0;
        var clock = Stopwatch.StartNew();
        var random = new Random(seconds > 0 ? seed = Environment.TickCount : seed);
        for (var i = 0; seconds > 0 ? clock.Elapsed.TotalSeconds < seconds : i < count; i++)
        {
            var (name, bytes) = round(random);
            var begun = clock.Elapsed;
            try
            {
                check(name, bytes);
            }
            catch (Exception fault)
            {
                throw new InvalidOperationException($"round {i} of seed {seed}: {Keep(name, bytes)}: {fault.Message}", fault);
            }

            // Slowness fails only a timed fuzz run, because in a test run the machine may be busy.
            if (seconds > 0 && clock.Elapsed - begun > Longest) throw new InvalidOperationException($"round {i} of seed {seed} took {clock.Elapsed - begun}: {Keep(name, bytes)}");
        }
    }

    private static string Keep(string name, byte[] bytes)
    {
        var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), "dyno-fuzz")).FullName;
        var path = Path.Combine(folder, $"{Guid.NewGuid():N}-{Path.GetFileName(name)}");
        File.WriteAllBytes(path, bytes);
        return path;
    }
}
