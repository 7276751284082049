namespace Dyno.Bench;

/// <summary>What the launches of a program with a handicap counted of it themselves.</summary>
internal static class Counted
{
    /// <summary>
    /// By how much a request of the launches with the larger handicap cost more than of the others, relative: a line for each launch, the
    /// handicap and what a request cost. Null without launches of both.
    /// </summary>
    public static double? Of(string file)
    {
        if (!File.Exists(file)) return null;
        var launches = File.ReadLines(file).Select(line => line.Split(' ')).Where(words => words.Length == 2)
            .GroupBy(words => double.Parse(words[0], CultureInfo.InvariantCulture), words => double.Parse(words[1], CultureInfo.InvariantCulture))
            .OrderBy(own => own.Key).Select(own => own.Average()).ToList();
        return launches is [var less, var more] && less > 0 ? more / less - 1 : null;
    }
}
