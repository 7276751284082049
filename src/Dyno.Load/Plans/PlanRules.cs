namespace Dyno.Load;

/// <summary>The rules for a valid plan. They collect every problem, so that one attempt shows them all.</summary>
public static class PlanRules
{
    /// <summary>Everything that is wrong; empty when the plan can run.</summary>
    public static IReadOnlyList<PlanProblem> ProblemsOf(TestPlan plan)
    {
        var problems = new PlanProblems("");
        if (plan.Scenarios.IsDefaultOrEmpty) problems.Add("scenarios", "", "no scenarios are given: a plan needs at least one");
        problems.Require(plan.Workers is >= 1 and <= 1024, "workers", $"{plan.Workers}", "write a number from 1 to 1024");
        problems.RequireNotNegative("warmUp", plan.WarmUp);
        TimedStatuses.AddProblems(plan, problems);
        foreach (var scenario in plan.Scenarios.IsDefault ? [] : plan.Scenarios) AddProblemsOf(scenario, plan, problems);
        return problems.All;
    }

    /// <summary>Refuses a plan that cannot run.</summary>
    /// <exception cref="UserFault">The plan cannot run; the message names every problem, one per line.</exception>
    public static void ThrowIfInvalid(TestPlan plan)
    {
        var problems = ProblemsOf(plan);
        if (problems.Count == 0) return;
        throw new UserFault(problems.Count == 1
            ? problems[0].ToString()
            : $"the plan has {problems.Count} problems:{string.Concat(problems.Select(p => $"\n  {p}"))}");
    }

    private static void AddProblemsOf(ScenarioPlan scenario, TestPlan plan, PlanProblems all)
    {
        var problems = new PlanProblems($"scenarios.{scenario.Name}.");
        all.Require(IsName(scenario.Name), "scenarios", $"'{scenario.Name}'",
            "a scenario's name has at most 100 letters, digits, spaces and characters other than ' \" { } , : and no space at its start or end");
        all.Require(plan.Scenarios.Count(s => s.Name == scenario.Name) == 1, "scenarios", $"'{scenario.Name}'",
            "two scenarios have this name: give each a different name");
        problems.RequireNotNegative("startTime", scenario.StartTime);
        problems.RequireNotNegative("gracefulStop", scenario.GracefulStop);
        scenario.Executor.AddProblems(problems);
        if (problems.All.Count == 0) scenario.Executor.AddShareProblems(plan.SegmentOf(scenario), problems);
        all.Require(plan.Segment.IsWhole || scenario.Share.IsWhole, "segment", $"'{plan.Segment.Text}'", "a share of the load cannot be divided again");
        all.AddRange(problems);
    }

    // Not a regular expression, because the library of regular expressions takes 0.8 MB in every run.
    private static bool IsName(string name) => name.Length is >= 1 and <= 100 && name[0] != ' ' && name[^1] != ' ' && name.All(MayBeInName);

    private static bool MayBeInName(char sign) => sign is not ('\'' or '"' or '{' or '}' or ',' or ':')
        && char.GetUnicodeCategory(sign) is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.Surrogate
            or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned);
}
