namespace Dyno.Dashboard.Tests;

/// <summary>Debian's Chromium, without a window.</summary>
internal static class Chromium
{
    public static readonly string Screenshots = Path.Combine(RepositoryRoot.Path, "artifacts", "screenshots", "ui");

    private static readonly Lazy<Task<IBrowser>> Browser = new(LaunchAsync);

    /// <summary>A page in a profile of its own; what the browser complains about is kept.</summary>
    public static async Task<OpenPage> OpenAsync(Uri address, int width = 1360, ColorScheme scheme = ColorScheme.Light)
    {
        var context = await (await Browser.Value).NewContextAsync(new BrowserNewContextOptions
        {
            ViewportSize = new ViewportSize { Width = width, Height = 900 },
            ColorScheme = scheme,
            Permissions = ["clipboard-read", "clipboard-write"],
        });
        context.SetDefaultTimeout(60_000);
        return new OpenPage(await context.NewPageAsync(), address);
    }

    private static async Task<IBrowser> LaunchAsync()
    {
        Assertions.SetDefaultExpectTimeout(60_000); // a busy machine
        var playwright = await Playwright.CreateAsync();
        string?[] places = [Environment.GetEnvironmentVariable("DYNO_CHROMIUM"), "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
        return await playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = places.FirstOrDefault(File.Exists) ?? throw new InvalidOperationException("install chromium (./build test does), or set DYNO_CHROMIUM"),
            Args = ["--no-sandbox", "--disable-dev-shm-usage"],
        });
    }
}
