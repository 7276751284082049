namespace Dyno.K6.Tests;

/// <summary>A group as xunit's rows: each case once in each layout of virtual users.</summary>
internal static class Table
{
    public static TheoryData<int, string> RowsOf(ExpressionGroup group)
    {
        var rows = new TheoryData<int, string>();
        foreach (var layout in new[] { VuLayout.Isolated, VuLayout.Dense })
            for (var i = 0; i < group.Cases.Count; i++) rows.Add(i, $"{layout}: {group.Cases[i].Api}: {group.Cases[i].Expression}");
        return rows;
    }

    public static Task ConformsAsync(ExpressionGroup group, int index, string expression) =>
        group.ShouldConformAsync(index, Enum.Parse<VuLayout>(expression.AsSpan(0, expression.IndexOf(':', StringComparison.Ordinal))));
}
