namespace Dyno.Dashboard;

/// <summary>Describes the run of a file without sending anything.</summary>
internal static class FileInspection
{
    public static PlanInspection Of(string path)
    {
        var warnings = new List<Problem>();
        var plan = InputReader.Inspect(new LoadRequest { Target = path }, warnings);
        return plan with { Warnings = [.. warnings.Select(warning => InShort(path, warning))] };
    }

    /// <summary>The errors or warnings of a file, one sentence each.</summary>
    public static ImmutableArray<string> ProblemsOf(string path)
    {
        try
        {
            return Of(path).Warnings;
        }
        catch (UserFault wrong)
        {
            return [.. wrong.Problems.Select(problem => InShort(path, problem))];
        }
    }

    // The page already shows the name of the file.
    private static string InShort(string path, Problem problem) => problem.ToString().Replace(path + ":", "line ", StringComparison.Ordinal);
}
