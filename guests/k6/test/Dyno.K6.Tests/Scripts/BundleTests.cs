using System.Diagnostics;

namespace Dyno.K6.Tests;

/// <summary>The checked-in bundles are what the packages of their lock files make.</summary>
public sealed class BundleTests
{
    [Theory]
    [InlineData("sucrase", "entry.js", "iife", "Scripts/Bundles/sucrase.js")]
    [InlineData("acorn", "entry.js", "iife", "Scripts/Bundles/acorn.js")]
    [InlineData("jslib", "chai.js", "cjs", "Prelude/jslib/chai.js")]
    [InlineData("jslib", "papaparse.js", "cjs", "Prelude/jslib/papaparse.js")]
    public async Task Is_what_the_locked_packages_make(string folder, string entry, string format, string bundle)
    {
        var source = Path.Combine(RepositoryRoot.Path, "eng", folder);
        var esbuild = Path.Combine(source, "node_modules", ".bin", "esbuild");
        Assert.SkipUnless(File.Exists(esbuild), $"the packages of eng/{folder} are not installed: ./build test installs them, or npm ci there");
        var start = new ProcessStartInfo(esbuild, [entry, "--bundle", "--minify", $"--format={format}", "--target=es2022"])
        {
            WorkingDirectory = source,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var made = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(0);
        var kept = await File.ReadAllTextAsync(Path.Combine(RepositoryRoot.Path, "guests", "k6", "src", "Dyno.K6", bundle), TestContext.Current.CancellationToken);
        (made == kept).ShouldBeTrue($"{bundle} is stale: in eng/{folder}, npm ci && npm run bundle");
    }
}
