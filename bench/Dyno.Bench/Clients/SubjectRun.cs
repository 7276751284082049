namespace Dyno.Bench;

/// <summary>
/// One launch of the runtime-throughput study's program with one load, through <c>dyno run --subject</c>, which pins both by itself.
/// </summary>
internal static class SubjectRun
{
    private static readonly string Hello = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "../../studies/runtime-throughput/Hello"));

    /// <summary>Runs the load, and returns the result document.</summary>
    /// <param name="seconds">The length of the measurement; the warm-up is as long.</param>
    /// <param name="more">Further options of <c>dyno run</c>.</param>
    public static JsonNode Measure(double seconds, params string[] more)
    {
        var file = Path.GetTempFileName();
        try
        {
            var length = DynoClient.Duration(seconds);
            var start = new ProcessStartInfo(DynoClient.Program,
                ["run", "/hello", "--subject", Hello, "--framework", "net10.0", "-c", "64", "-d", length, "--warmup", length, "-q", "--no-store", "--result", file, .. more])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            using var process = Process.Start(start)!;
            var output = process.StandardOutput.ReadToEndAsync();
            var errors = process.StandardError.ReadToEndAsync();
            process.WaitForExit();
            if (new FileInfo(file).Length == 0) throw new BenchException($"dyno wrote no result:\n{output.Result}{errors.Result}");
            return JsonNode.Parse(File.ReadAllText(file))!;
        }
        finally
        {
            File.Delete(file);
        }
    }
}
