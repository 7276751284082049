namespace Dyno.K6;

/// <summary>What k6/execution tells, and the ways to end a test.</summary>
internal static class ExecutionHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        var (run, sets) = (user.Run, user.Run.Metrics.TagSets);
        table.Add("execNumber", call => call.Return(NumberOf(user, call.Text(0))));
        table.Add("execText", call => call.Return(TextOf(user, call.Text(0))));
        table.Add("vuTag", call => call.Return(sets[user.Scope.TagSet].GetValueOrDefault(call.Text(0))));
        table.Add("vuTagNames", call => call.Return(JsonSerializer.Serialize(sets[user.Scope.TagSet].Keys)));
        table.Add("setVuTag", call => call.Return(user.SetTag(call.Text(0), call.TextOrNull(1))));
        table.Add("abortTest", call =>
        {
            run.Abort(call.Text(0));
            user.Scope.Cut();
            throw new HostException(run.AbortMessage!);
        });
        table.Add("failTest", call =>
        {
            run.Fail(call.Text(0));
            run.Log.Write("error", "test marked as failed: " + call.Text(0));
        });
    }

    private static double NumberOf(ScriptUser user, string what)
    {
        var (run, progress) = (user.Run, user.Run.Progress);
        return what switch
        {
            "instance.duration" => (run.Clock.NowNanos - progress.BeganNanos) / 1e6,
            "instance.completed" => progress.Completed,
            "instance.interrupted" => progress.Interrupted,
            "instance.active" => progress.Active,
            "instance.initialized" => progress.Initialized,
            "iterationInScenario" => user.IterationsInScenario,
            "scenario.startTime" => Scenario(user).StartedAt.ToUnixTimeMilliseconds(),
            "scenario.iterationInInstance" => user.IterationNumber,
            "scenario.iterationInTest" => Scenario(user).Iterations.WholeOf(user.IterationNumber),
            "vu.idInTest" => user.Id == 0 ? 0 : run.Users.WholeOf(user.Id - 1) + 1,
            "scenario.progress" => ProgressOf(user),
            _ => double.NaN,
        };
    }

    private static string TextOf(ScriptUser user, string what) => what switch
    {
        "scenario.name" => Scenario(user).Scenario,
        "scenario.executor" => Scenario(user).Executor,
        _ => user.Run.OptionsJson,
    };

    private static double ProgressOf(ScriptUser user)
    {
        var scenario = Scenario(user);
        var length = scenario.Length.TotalMilliseconds * 1e6;
        return length <= 0 ? 0 : Math.Clamp((user.Run.Clock.NowNanos - scenario.StartNanos) / length, 0, 1);
    }

    private static ScenarioActivation Scenario(ScriptUser user) =>
        user.Activation ?? throw new HostException("getting scenario information outside of the VU context is not supported");
}
