namespace Dyno.Bench;

/// <summary>The tables of a benchmark, one after the other. The other parts are kept when one part fails.</summary>
internal sealed class MeasuredParts
{
    private readonly List<string> _tables = [];
    private readonly List<string> _problems = [];

    /// <summary>Measures one part.</summary>
    public void Add(Func<string> measure)
    {
        try
        {
            _tables.Add(measure());
        }
        catch (BenchException problem)
        {
            if (problem.Measured.Length > 0) _tables.Add(problem.Measured);
            _problems.Add(problem.Message);
        }
    }

    /// <summary>All tables.</summary>
    /// <exception cref="BenchException">A part failed; the exception holds the tables of the other parts.</exception>
    public string Show()
    {
        var measured = string.Join("\n\n", _tables);
        return _problems.Count == 0 ? measured : throw new BenchException(string.Join('\n', _problems)) { Measured = measured };
    }
}
