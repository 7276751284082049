namespace Dyno.Inputs;

internal static class HttpFileSettings
{
    public static IEnumerable<string> LinesOf(FileSettings settings)
    {
        var words = Words(settings).ToList();
        if (words.Count > 0) yield return "# @load " + string.Join(' ', words);
        foreach (var check in settings.Checks) yield return $"# @check {check.Text}";
        foreach (var threshold in settings.Thresholds) yield return $"# @threshold {threshold}";
        if (settings.Feed is { } feed) yield return $"# @data file={feed.Path}{(feed.Order is { } order ? $" order={NameOf(order)}" : "")}";
    }

    /// <summary>The settings for which a WebSurge session has no option, in words.</summary>
    public static IEnumerable<string> OnlyInHttpFiles(FileSettings settings)
    {
        if (settings.Feed is { } feed) yield return $"the data file {feed.Path}";
        if (settings.Rate is not null) yield return "the rate";
        if (settings.Arrivals is not null) yield return "the arrival pattern of the rate";
        if (settings.Iterations is not null) yield return "the number of iterations";
        if (settings.Ramp is not null) yield return "the ramp";
        if (!settings.Stages.IsEmpty) yield return "the stages";
        if (settings.GracefulStop is not null) yield return "the graceful-stop time";
        if (!settings.Checks.IsEmpty) yield return "the checks";
        if (!settings.Thresholds.IsEmpty) yield return "the thresholds";
    }

    private static IEnumerable<string> Words(FileSettings settings)
    {
        if (settings.Rate is { } rate) yield return $"rate={Text(rate.PerTimeUnit)}/{Text(rate.TimeUnit)}";
        if (settings.Arrivals is { } arrivals) yield return $"arrivals={arrivals.ToString().ToLowerInvariant()}";
        if (settings.Iterations is { } iterations) yield return $"iterations={iterations}";
        if (settings.Connections is { } connections) yield return $"connections={connections}";
        if (settings.Duration is { } duration) yield return $"duration={Text(duration)}";
        if (settings.Ramp is { } ramp) yield return $"ramp={Text(ramp)}";
        if (!settings.Stages.IsEmpty) yield return $"stages={string.Join(';', settings.Stages.Select(s => $"{Text(s.Duration)}:{s.Target}"))}";
        if (settings.WarmUp is { } warmUp) yield return $"warmup={Text(warmUp)}";
        if (settings.Timeout is { } timeout) yield return $"timeout={Text(timeout)}";
        if (settings.GracefulStop is { } gracefulStop) yield return $"graceful-stop={Text(gracefulStop)}";
        if (settings.Delay is { } delay) yield return $"delay={Text(delay)}";
        if (settings.RandomOrder is { } random) yield return $"random-order={(random ? "true" : "false")}";
        if (settings.Insecure is { } insecure) yield return $"insecure={(insecure ? "true" : "false")}";
    }

    private static string Text(double number) => number.ToString("0.#########", CultureInfo.InvariantCulture);

    private static string Text(TimeSpan time) => time.TotalMilliseconds % 1000 == 0
        ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0}s")
        : string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.###}ms");

    private static string NameOf(FeedOrder order) => order == FeedOrder.PerUser ? "per-user" : order.ToString().ToLowerInvariant();
}
