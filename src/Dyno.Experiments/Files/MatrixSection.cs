namespace Dyno.Experiments;

/// <summary>The matrix of an experiment file: every variant is measured in each of its cells, and compared within them.</summary>
internal static class MatrixSection
{
    internal static readonly string[] Keys = ["path", "framework", "runtime", "gc", "scheme", "cpus", "env", "properties"];
    internal static readonly string[] Collectors = ["workstation", "server", "datas"];

    /// <summary>The cells; one without a name when there is no matrix.</summary>
    public static IReadOnlyList<MatrixCell> Read(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        MatrixCell[] cells = [new("", variant => variant)];
        if (!entries.TryGetValue("matrix", out var matrix)) return cells;
        foreach (var (key, place) in matrix.Entries(Keys))
            foreach (var dimension in Dimensions(key, place))
                cells = [.. from cell in cells from value in dimension select cell.And(value)];
        return cells;
    }

    private static IEnumerable<IReadOnlyList<MatrixCell>> Dimensions(string key, YamlPlace place) => key switch
    {
        "env" => place.Entries().Select(e => Dimension(e.Value, e.Key, value => v => v with
        {
            Subject = v.Subject with { Environment = v.Subject.Environment.SetItem(e.Key, value) },
        })),
        "properties" => place.Entries().Select(e => Dimension(e.Value, e.Key, value => v => v with
        {
            Subject = v.Subject with { Properties = v.Subject.Properties.SetItem(e.Key, value) },
        })),
        "path" => [Dimension(place, key, value => Path(place, value))],
        "framework" => [Dimension(place, key, value => v => v with { Subject = v.Subject with { Framework = value } })],
        "runtime" => [Dimension(place, key, value =>
        {
            var runtime = SubjectSection.Runtime(place, value);
            return v => v with { Subject = v.Subject with { Runtime = runtime } };
        })],
        "gc" => [Dimension(place, key, value => Collector(place, value))],
        "scheme" => [Dimension(place, key, value =>
        {
            var https = SubjectSection.Https(place, value);
            return v => v with { Subject = v.Subject with { UsesHttps = https } };
        })],
        _ => [Dimension(place, key, value =>
        {
            var cpus = SubjectSection.Cpus(place, value);
            return v => v with { Subject = v.Subject with { Cpus = cpus } };
        })],
    };

    private static IReadOnlyList<MatrixCell> Dimension(YamlPlace place, string name, Func<string, Func<VariantPlan, VariantPlan>> change)
    {
        var values = place.Texts();
        if (values.Distinct(StringComparer.Ordinal).Count() < values.Count)
            place.Problem(name == "path" ? "a path is listed twice" : $"a value of {name} is listed twice", "remove one");
        return [.. values.Select(value => new MatrixCell($"{name}={value}", change(value)))];
    }

    private static Func<VariantPlan, VariantPlan> Path(YamlPlace place, string path)
    {
        if (!path.StartsWith('/')) place.Problem($"'{path}' is not a path", $"write /{path}");
        return v => v with { Path = path };
    }

    private static Func<VariantPlan, VariantPlan> Collector(YamlPlace place, string word)
    {
        if (!Collectors.Contains(word)) place.Problem($"there is no collector '{word}'", $"write some of these: {string.Join(", ", Collectors)}");
        return v => v with
        {
            Subject = v.Subject with
            {
                Environment = v.Subject.Environment.SetItem("DOTNET_gcServer", word == "workstation" ? "0" : "1")
                    .SetItem("DOTNET_GCDynamicAdaptationMode", word == "datas" ? "1" : "0"),
            },
        };
    }
}

/// <summary>One cell of the matrix.</summary>
/// <param name="Name">E.g. <c>path=/hello, gc=server</c>.</param>
/// <param name="Change">Applies the cell to a variant.</param>
internal sealed record MatrixCell(string Name, Func<VariantPlan, VariantPlan> Change)
{
    /// <summary>The cell that applies both cells.</summary>
    public MatrixCell And(MatrixCell other) => new(Name.Length == 0 ? other.Name : $"{Name}, {other.Name}", v => other.Change(Change(v)));
}
