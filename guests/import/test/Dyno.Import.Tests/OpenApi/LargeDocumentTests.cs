using System.Globalization;

namespace Dyno.Import.Tests;

/// <summary>Large documents are read in time that grows with their size; a square would not end within the test run.</summary>
public sealed class LargeDocumentTests
{
    private static readonly string Padding = new('x', 200);

    [Fact]
    public void A_document_of_100_000_operations_on_one_line_is_read()
    {
        var text = new StringBuilder("""{"openapi":"3.0.3","info":{"title":"t","version":"1"},"servers":[{"url":"http://h"}],"paths":{""");
        for (var i = 0; i < 100_000; i++)
            text.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? "" : ",")}\"/p{i}\":{{\"get\":{{\"parameters\":[{{\"$ref\":\"#/components/parameters/P{i % 5_000}\"}}],\"responses\":{{\"200\":{{\"description\":\"ok\"}}}}}}}}");
        text.Append("},\"components\":{\"parameters\":{");
        for (var i = 0; i < 5_000; i++)
            text.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? "" : ",")}\"P{i}\":{{\"name\":\"q\",\"in\":\"query\",\"required\":true,\"schema\":{{\"type\":\"integer\"}}}}");
        text.Append("}}}");

        Read("a.openapi.json", text.ToString()).ShouldBe(100_000);
    }

    [Fact]
    public void A_recording_of_many_megabytes_on_one_line_is_read()
    {
        var text = new StringBuilder("{\"log\":{\"creator\":{},\"entries\":[");
        for (var i = 0; i < 60_000; i++)
            text.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? "" : ",")}{{\"request\":{{\"method\":\"GET\",\"url\":\"http://h/{i}\",\"headers\":[{{\"name\":\"X-Padding\",\"value\":\"{Padding}\"}}]}}}}");
        text.Append("]}}");

        Read("a.har", text.ToString()).ShouldBe(60_000);
    }

    private static int Read(string name, string text)
    {
        var problems = new ProblemList();
        var set = RequestSetReader.ReadBytes(name, Encoding.UTF8.GetBytes(text), new LoadRequest { Target = name }, [], problems);
        problems.ThrowIfAny();
        return set.Requests.Length;
    }
}
