namespace Dyno.Experiments;

/// <summary>Reads what a program of a study has measured: a JSON object of numbers by name.</summary>
internal static class ProgramFigures
{
    /// <summary>The figures as metrics of a trial.</summary>
    /// <param name="program">The name of the program, for messages.</param>
    /// <exception cref="UserFault">There is no such file, or its content is something else.</exception>
    public static ImmutableSortedDictionary<string, double> Read(string file, string program)
    {
        const string Hint = "write a JSON object of numbers, such as {\"stale\": 3}, to the file that " + GeneratorVariant.FiguresVariable + " names";
        if (!File.Exists(file)) throw new UserFault($"{program} wrote no figures", Hint);
        try
        {
            var figures = JsonSerializer.Deserialize<Dictionary<string, double>>(File.ReadAllText(file)) ?? [];
            return figures.ToImmutableSortedDictionary(f => FigureTable.OfProgram + f.Key, f => f.Value, StringComparer.Ordinal);
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{program} wrote something other than figures: {wrong.Message}", Hint, wrong);
        }
    }
}
