namespace Dyno.K6.Tests.Conformance;

/// <summary>A group as xunit's rows.</summary>
internal static class Table
{
    public static TheoryData<int, string> RowsOf(ExpressionGroup group)
    {
        var rows = new TheoryData<int, string>();
        for (var i = 0; i < group.Cases.Count; i++) rows.Add(i, $"{group.Cases[i].Api}: {group.Cases[i].Expression}");
        return rows;
    }

    public static Task ConformsAsync(ExpressionGroup group, int index, string expression)
    {
        expression.ShouldNotBeEmpty();
        return group.ShouldConformAsync(index);
    }
}
