namespace Dyno.K6.Tests;

/// <summary>All cases of the suite, by the name of the API that each shows. A new table is added here.</summary>
internal static class Suite
{
    public static IEnumerable<string> Apis =>
        new[]
        {
            CoreConformanceTests.Group, HttpConformanceTests.Group, ModuleConformanceTests.Group, HtmlConformanceTests.Group,
            HtmlAttributeConformanceTests.Group, JslibConformanceTests.Group, ChaiConformanceTests.Group, JslibAsyncConformanceTests.Group,
            FileConformanceTests.Group, GrpcConformanceTests.Group, WebSocketConformanceTests.Group,
            EventStreamConformanceTests.Group, WebCryptoConformanceTests.Group,
        }.SelectMany(group => group.Cases).Select(c => c.Api)
        .Concat(OptionConformanceTests.Apis).Concat(SampleConformanceTests.Apis).Concat(RunTable.Apis);
}
