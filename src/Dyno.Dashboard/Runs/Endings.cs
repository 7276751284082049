namespace Dyno.Dashboard.Runs;

/// <summary>The meaning of each exit code in a few words; docs/exit-codes.md has the table.</summary>
internal static class Endings
{
    public static string Of(int? exitCode, string? resultId) => exitCode switch
    {
        0 => "ended",
        97 => "ended, and is void",
        98 => "ended, and a variant is slower",
        99 => "ended, and crossed a threshold",
        104 => "did not begin: something in it is wrong",
        105 => resultId is null ? "was stopped before anything was measured" : "was stopped; what was measured until then is kept",
        111 => "ended: the program under test failed",
        null => resultId is null ? "ended while no page was served, and left no result" : "ended while no page was served",
        _ => $"failed with exit code {exitCode}",
    };
}
