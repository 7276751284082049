using System.Diagnostics.CodeAnalysis;

namespace Dyno.Scenarios;

/// <summary>Reads <c>{"Inject": [2, "00:00:01", "00:00:30"]}</c>: a simulation's name with the arguments of its method.</summary>
internal static class SimulationConfig
{
    private sealed record Form(string Name, string Arguments, string Example, Func<Values, LoadSimulation> Create);

    private readonly record struct Values(int[] Numbers, TimeSpan[] Times);

    private static readonly Form[] Forms =
    [
        new("KeepConstant", "nt", "[10, \"00:00:30\"]", v => Simulation.KeepConstant(v.Numbers[0], v.Times[0])),
        new("RampingConstant", "nt", "[10, \"00:00:30\"]", v => Simulation.RampingConstant(v.Numbers[0], v.Times[0])),
        new("IterationsForConstant", "nn", "[10, 1000]", v => Simulation.IterationsForConstant(v.Numbers[0], v.Numbers[1])),
        new("Inject", "ntt", "[100, \"00:00:01\", \"00:00:30\"]", v => Simulation.Inject(v.Numbers[0], v.Times[0], v.Times[1])),
        new("RampingInject", "ntt", "[100, \"00:00:01\", \"00:00:30\"]", v => Simulation.RampingInject(v.Numbers[0], v.Times[0], v.Times[1])),
        new("InjectRandom", "nntt", "[50, 150, \"00:00:01\", \"00:00:30\"]",
            v => Simulation.InjectRandom(v.Numbers[0], v.Numbers[1], v.Times[0], v.Times[1])),
        new("IterationsForInject", "ntn", "[100, \"00:00:01\", 1000]", v => Simulation.IterationsForInject(v.Numbers[0], v.Times[0], v.Numbers[1])),
        new("Pause", "t", "\"00:00:10\"", v => Simulation.Pause(v.Times[0])),
    ];

    public static bool Read(JsonElement value, [NotNullWhen(true)] out LoadSimulation? simulation, [NotNullWhen(false)] out string? error)
    {
        simulation = null;
        if (value.ValueKind != JsonValueKind.Object || value.EnumerateObject().Count() != 1)
        {
            error = $"is {ConfigObject.KindOf(value)}: write one simulation, as in {{\"Inject\": [100, \"00:00:01\", \"00:00:30\"]}}";
            return false;
        }
        var property = value.EnumerateObject().Single();
        if (Array.Find(Forms, f => f.Name == property.Name) is not { } form)
        {
            error = $"'{property.Name}' is not a simulation: the simulations are {string.Join(", ", Forms.Select(f => f.Name))}";
            return false;
        }
        error = TryValues(property.Value, form.Arguments, out var values) ? null : $"{form.Name} is {property.Value.GetRawText()}: write {form.Example}";
        if (error is null) simulation = form.Create(values);
        return simulation is not null;
    }

    private static bool TryValues(JsonElement value, string arguments, out Values values)
    {
        JsonElement[] items = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()] : [value];
        var (numbers, times) = (new List<int>(), new List<TimeSpan>());
        values = default;
        if (items.Length != arguments.Length) return false;
        for (var i = 0; i < items.Length; i++)
        {
            if (arguments[i] == 'n' && items[i].ValueKind == JsonValueKind.Number && items[i].TryGetInt32(out var number)) numbers.Add(number);
            else if (arguments[i] == 't' && ConfigObject.TryTime(items[i], out var time)) times.Add(time);
            else return false;
        }
        values = new Values([.. numbers], [.. times]);
        return true;
    }
}
