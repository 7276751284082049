using Dyno.Load;

namespace Dyno.Import;

/// <summary>Thread groups as settings: how many virtual users, from when to when, and how often they pass through the requests.</summary>
internal sealed class JMeterLoad(JMeterVariables variables, InputContext context)
{
    public FileSettings Read(JMeterElement group) => group.Type switch
    {
        "ThreadGroup" => Threads(group),
        "UltimateThreadGroup" => Ultimate(group),
        "ConcurrencyThreadGroup" => Concurrency(group),
        "ArrivalsThreadGroup" => Arrivals(group),
        _ => Unknown(group),
    };

    private FileSettings Unknown(JMeterElement group)
    {
        group.In(context.Place).Warning($"the load of {group.Shown} is not read", "give it: -c and -d, --rate, or stages in a .http file: # @load stages=30s:50;2m:50");
        return new();
    }

    private FileSettings Threads(JMeterElement group)
    {
        var place = group.In(context.Place);
        if (Users(group, "ThreadGroup.num_threads") is not { } threads) return new();
        var ramp = Time(variables.Number(group, "ThreadGroup.ramp_time") ?? 0);
        var duration = group.Is("ThreadGroup.scheduler") ? Time(variables.Number(group, "ThreadGroup.duration") ?? 0) : null;
        if (group.Is("ThreadGroup.scheduler") && variables.Number(group, "ThreadGroup.delay") is > 0)
            place.Warning($"{group.Shown}: the delay before the start is left out");
        if (duration is not null && duration < TimeSpan.FromSeconds(1)) duration = null;
        var loops = LoopsOf(group);
        if (loops < 0)
        {
            if (duration is null) place.Warning($"{group.Shown} has no end", "give the length of the load: -d 60s (default: 10s)");
            return new() { Connections = threads, Duration = duration, Ramp = ramp > TimeSpan.Zero && (duration is null || ramp < duration) ? ramp : null };
        }

        if (ramp > TimeSpan.Zero && threads > 1)
            place.Warning($"{group.Shown}: the ramp-up of {ramp.Value.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture)} s is left out: a number of iterations begins with all virtual users", "give -d and --ramp for a load over a time");
        return new() { Connections = threads, Iterations = Math.Max(1, loops) * threads, Duration = duration };
    }

    // -1 for no end. Without its own controller a group passes once.
    private long LoopsOf(JMeterElement group)
    {
        var inner = group.All("ThreadGroup.main_controller");
        var loops = inner.Find(n => n.Of("name") == "LoopController.loops")?.Text;
        if (variables.Number(group, "LoopController.loops", loops, 1) is not { } count) return 1;
        return count < 0 ? -1 : (long)Math.Min(count, 1_000_000);
    }

    // Each row of the table begins its threads after a delay, over a time, keeps them, and takes them away over a time; rows add up.
    private FileSettings Ultimate(JMeterElement group)
    {
        var rows = new List<double[]>();
        foreach (var row in group.All("ultimatethreadgroupdata"))
        {
            var numbers = row.Children.Select(c => variables.Number(group, "a row", c.Text, 0)).ToArray();
            if (numbers.Length < 5 || numbers.Any(n => n is null or < 0 or > LoadShape.MaxConnections))
            {
                row.In(context.Place).Problem($"{group.Shown}: a row needs five numbers", "write start threads, initial delay, startup time, hold time and shutdown time");
                return new();
            }

            rows.Add([.. numbers.Select(n => n!.Value)]);
        }

        double[] times = [.. rows.SelectMany(r => new[] { r[1], r[1] + r[2], r[1] + r[2] + r[3], r[1] + r[2] + r[3] + r[4] }).Append(0).Distinct().Order()];
        return WithStages(group, [.. times.Zip(times.Skip(1)).SelectMany(t => Stage(t.First, t.Second))]);

        // A jump is a stage of no length before the line that follows it.
        IEnumerable<(double Seconds, double Users)> Stage(double from, double to)
        {
            yield return (0, rows.Sum(r => After(r, from)));
            yield return (to - from, rows.Sum(r => Before(r, to)));
        }
    }

    // The threads of a row just after, and just before, a moment.
    private static double After(double[] row, double at) => Threads(row, at, isAfter: true);

    private static double Before(double[] row, double at) => Threads(row, at, isAfter: false);

    private static double Threads(double[] row, double at, bool isAfter)
    {
        var (threads, begin, up, hold, down) = (row[0], row[1], row[2], row[3], row[4]);
        if (isAfter ? at < begin : at <= begin) return 0;
        if (isAfter ? at < begin + up : at <= begin + up) return threads * (at - begin) / up;
        if (isAfter ? at < begin + up + hold : at <= begin + up + hold) return threads;
        return down > 0 && at < begin + up + hold + down ? threads * (begin + up + hold + down - at) / down : 0;
    }

    private FileSettings Concurrency(JMeterElement group)
    {
        if (Users(group, "TargetLevel") is not { } target) return new();
        var unit = UnitOf(group);
        var (ramp, hold, steps) = (variables.Number(group, "RampUp") ?? 0, variables.Number(group, "Hold") ?? 0, variables.Number(group, "Steps") ?? 0);
        var stages = new List<(double Seconds, double Users)>();
        if (steps is >= 1 and <= 1_000 && ramp > 0)
            for (var step = 1; step <= (int)steps; step++) stages.AddRange([(0, target * step / Math.Floor(steps)),
                (ramp * unit / Math.Floor(steps), target * step / Math.Floor(steps))]);
        else stages.Add((ramp * unit, target));
        stages.Add((hold * unit, target));
        return WithStages(group, stages);
    }

    private FileSettings Arrivals(JMeterElement group)
    {
        if (variables.Number(group, "TargetLevel") is not (> 0 and <= 10_000_000 and var target)) return Unknown(group);
        var unit = UnitOf(group);
        var (ramp, hold) = (variables.Number(group, "RampUp") ?? 0, variables.Number(group, "Hold") ?? 0);
        if (ramp > 0) group.In(context.Place).Warning($"{group.Shown}: the rate does not ramp up, it begins with its target", "write a k6 script or a load in C# for a rate that changes");
        return new()
        {
            Rate = (target, TimeSpan.FromSeconds(unit)),
            Duration = Time((ramp + hold) * unit) is { } length && length >= TimeSpan.FromSeconds(1) ? length : null,
        };
    }

    private static double UnitOf(JMeterElement group) => group.Of("Unit") is "S" ? 1 : 60;

    private FileSettings WithStages(JMeterElement group, List<(double Seconds, double Users)> written)
    {
        var stages = new List<VirtualUserStage>();
        var last = 0;
        foreach (var (seconds, users) in written)
        {
            var stage = new VirtualUserStage(Time(seconds) ?? TimeSpan.Zero, (int)Math.Round(users));
            if (stage.Duration == TimeSpan.Zero && stage.Target == last) continue;
            if (stages.Count > 0 && stages[^1] is var before && before.Duration > TimeSpan.Zero && before.Target == last && stage.Target == last
                && (stages.Count < 2 ? 0 : stages[^2].Target) == last)
                stages[^1] = stage with { Duration = before.Duration + stage.Duration };
            else stages.Add(stage);
            last = stage.Target;
        }

        if (stages.Exists(s => s.Target > 0) && stages.Exists(s => s.Duration > TimeSpan.Zero) && stages.TrueForAll(s => s.Target <= LoadShape.MaxConnections))
            return new() { Stages = [.. stages] };
        group.In(context.Place).Problem($"{group.Shown} has no virtual users, no length, or more than {LoadShape.MaxConnections:N0} virtual users", "write a target above 0 and a time to hold it");
        return new();
    }

    private int? Users(JMeterElement group, string property)
    {
        if (variables.Number(group, property, 1) is not { } count) return null;
        if (count is >= 1 and <= LoadShape.MaxConnections) return (int)count;
        group.In(context.Place).Problem($"{group.Shown} has {count.ToString("0.###", CultureInfo.InvariantCulture)} virtual users", $"write 1 to {LoadShape.MaxConnections:N0}");
        return null;
    }

    private static TimeSpan? Time(double seconds) => seconds >= 0 && seconds <= 365 * 86_400 ? TimeSpan.FromMilliseconds(Math.Round(seconds * 1000)) : null;
}
