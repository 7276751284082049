namespace Dyno.K6;

/// <summary>The features that <c>--features</c>, <c>K6_FEATURES</c> and the configuration file switch on.</summary>
/// <param name="MergesTags">Whether the tags of all places count; otherwise those of the highest place.</param>
/// <param name="FreezesVariables">Whether a script cannot change <c>__ENV</c>.</param>
/// <param name="FollowsContext">Whether tags and group last over <c>await</c>, and groups may be async.</param>
internal sealed record FeatureFlags(bool MergesTags, bool FreezesVariables, bool FollowsContext)
{
    private const string AsyncContext = "async-metric-context";
    private static readonly string[] Known = [AsyncContext, "freeze-env", "merge-run-tags", "native-histograms"];

    /// <summary>Reads the features of all places together.</summary>
    /// <param name="places">The options of each place; null for none.</param>
    public static FeatureFlags Read(IEnumerable<JsonObject?> places, OptionProblems problems, ICollection<string> warnings)
    {
        var names = places.SelectMany(p => p?["features"] as JsonArray ?? []).Select(n => n?.ToString() ?? "").Distinct(StringComparer.Ordinal).ToList();
        foreach (var name in names.Where(n => !Known.Contains(n)))
            problems.Add("features", $"'{name}' is not a feature of k6", NearestWord.Find(name, Known) is { } near ? $"write {near}" : $"write one of {string.Join(", ", Known)}");
        if (names.Contains("native-histograms")) warnings.Add("the feature native-histograms has no effect in Dyno, which writes no native histograms");
        return new(names.Contains("merge-run-tags"), names.Contains("freeze-env"), names.Contains(AsyncContext));
    }
}
