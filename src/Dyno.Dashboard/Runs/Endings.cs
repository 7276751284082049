namespace Dyno.Dashboard;

/// <summary>The meaning of each exit code in a few words; docs/exit-codes.md has the table.</summary>
internal static class Endings
{
    public static string Of(int? exitCode, string? resultId) => exitCode switch
    {
        0 => "ended",
        97 => "ended: the result is void",
        98 => "ended: a variant is slower",
        99 => "ended: a threshold was crossed",
        104 => "did not start: a setting or a file is wrong",
        105 => resultId is null ? "was stopped before anything was measured" : "was stopped; what was measured until then is kept",
        111 => "ended: the program under test failed",
        null => resultId is null ? "ended while dyno ui was not running, and left no result" : "ended while dyno ui was not running",
        _ => $"failed with exit code {exitCode}",
    };
}
