namespace Dyno.K6;

/// <summary>Checks, groups and random numbers: what the module k6 needs.</summary>
internal static class CheckHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        var metrics = user.Run.Metrics;
        var random = new Random(unchecked(user.Id * 7919 + 1));
        table.Add("checkNumber", call => call.Return(metrics.CheckNames.NumberOf(call.Text(0), call.Text(1))));
        table.Add("enterGroup", call => call.Return(metrics.TagSets.With(user.Scope.TagSet, [new("group", call.Text(0))])));
        table.Add("leaveGroup", _ => { });
        table.Add("seed", call => random = new Random(call.Whole(0)));
        table.Add("random", call => call.Return(random.NextDouble()));
    }
}
