namespace Dyno.K6;

/// <summary>The metrics that a script declares.</summary>
internal static class MetricHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        var metrics = user.Run.Metrics;
        table.Add("metricNumber", call => call.Return(metrics.NumberOf(call.Text(0))));
        table.Add("newMetric", call => call.Return(metrics.Declare(call.Text(0), call.Text(1), call.Truth(2))));
        table.Add("badValue", call =>
        {
            var message = $"'{call.Text(0)}': the value of a metric must be a number";
            if (user.Run.Http.Throws) throw new JavaScript.HostException(message);
            user.Run.Log.Write("warning", message);
            call.Return(false);
        });
    }
}
